import type { AppMetadata, ConnectorContext } from '@latchkey/core/connector'
import { bytesToHex } from '@latchkey/std/hex'
import { SignClient } from '@walletconnect/sign-client'
import { clientStorage } from './clientStorage.ts'
import { withoutContractSignatures } from './contractSignatures.ts'
import { mendEngine, mendRelayer } from './mendClient.ts'
import type { WalletConnectOptions } from './WalletConnectOptions.ts'

export type Client = Awaited<ReturnType<typeof SignClient.init>>

/**
 * Starts a sign client that contacts the relay and nothing else. It does not wait for the relay, and contacts it only
 * when there is a session or something to say.
 */
export async function createClient(
  context: ConnectorContext,
  options: WalletConnectOptions,
): Promise<Client> {
  // The client keeps one core per prefix in a global. Two configs on one page must not share theirs.
  const instance = `latchkey-${randomId()}`
  const metadata = metadataOf(options.metadata ?? context.metadata)
  const draft = new SignClient({
    relayUrl: options.relayUrl,
    projectId: options.projectId ?? context.projectId,
    metadata,
    logger: 'silent',
    telemetryEnabled: false,
    customStoragePrefix: instance,
    storage: clientStorage(context.storage, instance),
  })
  const { core } = draft
  const globals = globalThis as Record<string, unknown>
  for (const name of [`_walletConnectCore_${instance}`, `_walletConnectCore_${instance}_count`])
    delete globals[name]
  silence(core)
  mendRelayer(core)
  const client = await SignClient.init({ core, metadata, logger: 'silent' })
  mendEngine(client)
  return client
}

/**
 * The verify server, the telemetry and the check of contract signatures have their addresses built in; the first is waited
 * for 5 s at each step.
 */
function silence(core: Client['core']): void {
  const nothing = async () => undefined
  Object.assign(core.verify, { init: nothing, register: nothing, resolve: nothing })
  Object.assign(core.eventClient, { init: nothing })
  const decode = core.crypto.decode.bind(core.crypto)
  Object.assign(core.crypto, {
    decode: async (...sealed: Parameters<typeof decode>) =>
      withoutContractSignatures(await decode(...sealed)),
  })
}

/** What the wallet shows of the page. The address is the page's own whatever was configured: wallets compare it. */
function metadataOf(given: AppMetadata | undefined) {
  const page = typeof window === 'undefined' ? undefined : window
  const url = page?.location.origin ?? given?.url ?? ''
  return {
    name: given?.name || page?.document.title || page?.location.hostname || 'Latchkey',
    description: given?.description ?? '',
    url,
    icons: [...(given?.icons ?? [])],
  }
}

const randomId = () => bytesToHex(crypto.getRandomValues(new Uint8Array(16))).slice(2)
