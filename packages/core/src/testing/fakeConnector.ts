import type { Connector, ConnectorContext, ConnectResult } from '../interfaces/Connector.ts'

export const ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const OTHER_ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** One call that waits for the test's answer. */
export type Waiting = {
  name: string
  params: unknown
  signal: AbortSignal | undefined
  resolve(value?: unknown): void
  reject(error: unknown): void
}

export type FakeConnector = {
  connector: Connector
  context: ConnectorContext
  waiting: Waiting[]
  /** Takes the oldest call of that name. */
  take(name: string): Waiting
}

export const connected = (address = ADDRESS, caipNetworkId: ConnectResult['caipNetworkId'] = 'eip155:1') =>
  ({
    accounts: [{ namespace: 'eip155', address, type: 'eoa' }],
    caipNetworkId,
    preferredAccountType: 'eoa',
    user: { email: 'm•••@example.com' },
  }) satisfies ConnectResult

/** A connector of kind AUTH whose every answer the test gives. It rejects an aborted call with the signal's reason. */
export function fakeConnector(context: ConnectorContext): FakeConnector {
  const waiting: Waiting[] = []
  const ask = <T>(name: string, params?: { signal?: AbortSignal | undefined }): Promise<T> =>
    new Promise((resolve, reject) => {
      waiting.push({
        name,
        params,
        signal: params?.signal,
        resolve: resolve as (value?: unknown) => void,
        reject,
      })
      params?.signal?.addEventListener('abort', () => reject(params.signal?.reason), { once: true })
    })
  return {
    context,
    waiting,
    take(name) {
      const index = waiting.findIndex((call) => call.name === name)
      const [call] = index < 0 ? [] : waiting.splice(index, 1)
      if (!call) throw new Error(`Nobody has called ${name}`)
      return call
    },
    connector: {
      id: 'fake',
      name: 'Fake',
      type: 'AUTH',
      namespaces: ['eip155'],
      sharesSession: true,
      approvesInFrame: true,
      connect: (params) => ask('connect', params),
      reconnect: (params) => ask('reconnect', params),
      disconnect: () => ask('disconnect'),
      request: (args) => ask('request', args),
      switchNetwork: () => ask('switchNetwork'),
      email: {
        start: (params) => ask('email', params),
        promptCode: (params) => ask('promptCode', params),
      },
      identity: async () => ({
        socialUri: (params) => ask('socialUri', params),
        connectSocial: (params) => ask('connectSocial', params),
        farcasterUrl: (params) => ask('farcasterUrl', params),
        promptFarcaster: (params) => ask('promptFarcaster', params),
        connectPasskey: (params) => ask('connectPasskey', params),
        promptRecovery: (params) => ask('promptRecovery', params),
        checkDevice: (params) => ask('checkDevice', params),
        shareEmail: (params) => ask('shareEmail', params),
        updateEmail: (params) => ask('updateEmail', params),
        promptUpdateEmail: (params) => ask('promptUpdateEmail', params),
        reload: () => ask('reload'),
      }),
    },
  }
}

/** Connects the config's only wallet, as if the visitor had just signed in. */
export async function connectFake(
  wallet: FakeConnector,
  work: Promise<void>,
  result: ConnectResult = connected(),
): Promise<void> {
  wallet.take('connect').resolve(result)
  await work
}
