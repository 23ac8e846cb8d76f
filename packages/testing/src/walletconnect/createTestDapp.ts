import { SignClient } from '@walletconnect/sign-client'

type SignClientInstance = Awaited<ReturnType<typeof SignClient.init>>

/**
 * A dapp's WalletConnect client in this process, with nothing of it contacted but the relay.
 *
 * @example
 * const dapp = await createTestDapp(relay.url)
 * const { uri, approval } = await dapp.client.connect({ optionalNamespaces })
 */
export async function createTestDapp(
  relayUrl: string,
  projectId = 'test',
): Promise<{ client: SignClientInstance; close: () => Promise<void> }> {
  // Two clients in one process must not share their core, and neither may say to its maker that it started.
  process.env.DISABLE_GLOBAL_CORE = 'true'
  process.env.IS_VITEST = 'true'
  const metadata = {
    name: 'Test dapp',
    description: 'A dapp for tests',
    url: 'https://dapp.example',
    icons: [],
  }
  const client = await SignClient.init({
    relayUrl,
    projectId,
    metadata,
    logger: 'silent',
    telemetryEnabled: false,
    storageOptions: { database: ':memory:' },
    customStoragePrefix: `dapp-${crypto.randomUUID()}`,
  })
  const { core, engine } = client
  // The client checks what it hears by promises that it does not wait for: what they refuse is no failure of a test.
  for (const [name, check] of Object.entries(engine)) {
    if (!name.startsWith('isValid') || typeof check !== 'function') continue
    const watched = (...args: unknown[]) => {
      const result: unknown = check(...args)
      if (result instanceof Promise) result.catch(() => undefined)
      return result
    }
    Object.assign(engine, { [name]: watched })
  }
  const nothing = async () => undefined
  Object.assign(core.verify, { register: nothing, resolve: nothing })
  return {
    client,
    async close() {
      core.heartbeat.stop()
      await core.relayer.transportClose().catch(() => undefined)
    },
  }
}
