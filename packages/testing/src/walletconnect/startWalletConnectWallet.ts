import { devAccounts } from '../injected/devAccounts.ts'
import { startWalletProcess, type WalletEvent } from './WalletProcess.ts'

/** What the wallet does by itself. Each can be changed while it runs. */
export type WalletSwitches = {
  /** Answer to a session proposal. Default `approve`. */
  proposals: 'approve' | 'reject' | 'ignore'
  /** Answer to a request. Default `approve`. */
  requests: 'approve' | 'reject' | 'ignore'
  /** Answer to a session with a sign-in (`wc_sessionAuthenticate`). Default `unsupported`; that cannot be changed later. */
  authentication: 'approve' | 'reject' | 'ignore' | 'unsupported'
}

export type WalletConnectWalletOptions = Partial<WalletSwitches> & {
  /** `ws://…` or `wss://…`. A Node process does not resolve names under localhost. */
  relayUrl: string
  /** `current` is the newest client under an open licence (2.21.8), `older` one from before the session methods (2.17.2). */
  version?: 'current' | 'older'
  projectId?: string
  /** Private keys. Default: the first of the development accounts. */
  accounts?: readonly `0x${string}`[]
  /** CAIP-2. Default `eip155:31337`. */
  chains?: readonly string[]
  /** RPC addresses by CAIP-2 chain, for `eth_sendTransaction`. */
  rpcUrls?: Readonly<Record<string, string>>
  name?: string
  /** How long one command may take. Milliseconds; default 60 000. */
  timeout?: number
  /** How long it may take to start. Milliseconds; default `timeout`. */
  startTimeout?: number
}

/** What became of a pairing: `topic` is the session's. */
export type PairingOutcome = { outcome: 'approved' | 'rejected' | 'ignored'; topic?: string }

export type WalletSessionInfo = {
  topic: string
  /** Seconds since the epoch. */
  expiry: number
  /** The dapp's name. */
  peer: string
  namespaces: Record<string, { accounts: string[]; chains?: string[]; methods: string[]; events: string[] }>
}

type InSession = { topic?: string }

export type WalletConnectWallet = {
  readonly pid: number
  /** Of the client library, such as `2.21.8`. */
  readonly version: string
  readonly addresses: readonly string[]
  /** Everything that the wallet saw: `session_proposal`, `session_request`, `session_delete`, … */
  readonly events: readonly WalletEvent[]
  /** Takes a `wc:` URI and resolves once the proposal has been answered. */
  pair: (uri: string) => Promise<PairingOutcome>
  set: (switches: Partial<Omit<WalletSwitches, 'authentication'>>) => Promise<void>
  sessions: () => Promise<WalletSessionInfo[]>
  /** Changes accounts (addresses) or chains (CAIP-2) of a session; the dapp gets `session_update`. Default: the newest session. */
  update: (change: InSession & { accounts?: readonly string[]; chains?: readonly string[] }) => Promise<void>
  /** Emits an event such as `accountsChanged` or `chainChanged` (EIP-1193). */
  emit: (event: InSession & { name: string; data: unknown; chainId?: string }) => Promise<void>
  /** Moves the end of the session seven days on. */
  extend: (session?: InSession) => Promise<void>
  ping: (session?: InSession) => Promise<void>
  disconnect: (session?: InSession) => Promise<void>
  /** Cuts the wallet's own socket, as a lost network would. It comes back by itself. */
  cutSocket: () => Promise<void>
  /** Resolves with the first event of that name after `from` (an index into `events`, default 0). */
  waitFor: (event: string, options?: { timeout?: number; from?: number }) => Promise<WalletEvent>
  /** Ends the process at once, as a crash would. Sessions are gone with it. */
  kill: () => Promise<void>
  stop: () => Promise<void>
}

const MODULES = { current: '@walletconnect/sign-client', older: 'walletconnect-sign-client-2-17' } as const

function startParameters(options: WalletConnectWalletOptions) {
  const { relayUrl, version = 'current', projectId = 'test-wallet', name = 'Test wallet' } = options
  return {
    module: MODULES[version],
    relayUrl,
    projectId,
    metadata: { name, description: 'A wallet for tests', url: 'https://wallet.example', icons: [] },
    privateKeys: options.accounts ?? [devAccounts[0].privateKey],
    chains: options.chains ?? ['eip155:31337'],
    rpcUrls: options.rpcUrls ?? {},
    switches: {
      proposals: options.proposals ?? 'approve',
      requests: options.requests ?? 'approve',
      authentication: options.authentication ?? 'unsupported',
    },
  }
}

/**
 * Starts a real WalletConnect wallet client in a process of its own: nothing of it is mocked, and it answers by
 * itself as its switches say.
 *
 * @throws Error when it does not start in time
 * @example
 * const wallet = await startWalletConnectWallet({ relayUrl: relay.url })
 * const { topic } = await wallet.pair(uri)
 * await wallet.stop()
 */
export async function startWalletConnectWallet(
  options: WalletConnectWalletOptions,
): Promise<WalletConnectWallet> {
  const { timeout = 60_000, startTimeout = timeout } = options
  const running = startWalletProcess()
  const call = (command: string, params: unknown = {}) => running.call(command, params, timeout)
  try {
    const started = (await running.call('start', startParameters(options), startTimeout)) as {
      version: string
      addresses: string[]
    }
    return {
      pid: running.pid,
      ...started,
      events: running.events,
      async pair(uri) {
        const answer = (await call('pair', { uri })) as PairingOutcome | { outcome: 'failed'; reason: string }
        if (answer.outcome === 'failed') throw new Error(`The wallet could not answer: ${answer.reason}`)
        return answer
      },
      set: async (switches) => void (await call('set', switches)),
      sessions: async () => (await call('sessions')) as WalletSessionInfo[],
      update: async (change) => void (await call('update', change)),
      emit: async (event) => void (await call('emit', event)),
      extend: async (session) => void (await call('extend', session)),
      ping: async (session) => void (await call('ping', session)),
      disconnect: async (session) => void (await call('disconnect', session)),
      cutSocket: async () => void (await call('cutSocket')),
      waitFor: (event, { timeout: own = timeout, from = 0 } = {}) => running.waitFor(event, own, from),
      kill: running.kill,
      stop: running.kill,
    }
  } catch (error) {
    await running.kill()
    throw error
  }
}
