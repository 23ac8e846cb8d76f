/**
 * What a page reads and does, whatever it is made with: React's hooks, Vue's composables and Svelte's stores are these
 * functions. Code that most pages never run is loaded when it is called.
 */

import { createStore } from 'zustand/vanilla'
import { accountOf, activeNetwork, disconnectedAccount, findConnector } from './account/accounts.ts'
import type { SendTransactionParameters, SignMessageParameters } from './account/signAndSend.ts'
import type { Config, ThemeSettings, ThemeState } from './interfaces/Config.ts'
import type {
  AccountState,
  AccountType,
  ChainNamespace,
  ConnectorType,
  Network,
} from './interfaces/Connector.ts'
import { close, type OpenOptions, open, setTheme } from './modal/open.ts'

export type { SendTransactionParameters, SignMessageParameters } from './account/signAndSend.ts'

/** A state that can be read and followed: a vanilla store, or what is computed from some. */
export type Readable<State> = {
  getState(): State
  /** What a server renders, and a browser's first paint with it. */
  getInitialState(): State
  /** Calls the listener after each change; returns how to stop. */
  subscribe(listener: () => void): () => void
}

type Peek = <State>(slice: Readable<State>) => State
const now: Peek = (slice) => slice.getState()
const initially: Peek = (slice) => slice.getInitialState()

const isSame = (one: object, other: object): boolean => {
  const [left, right] = [one, other].map((value) => Object.entries(value))
  return (
    left?.length === right?.length &&
    (left ?? []).every(([key, value]) => Object.is(value, (other as Record<string, unknown>)[key]))
  )
}

/** Computes a state from slices. The answer is the same object until one of its fields changes. */
function derive<State extends object>(
  slices: readonly Pick<Readable<unknown>, 'subscribe'>[],
  read: (peek: Peek) => State,
): Readable<State> {
  const keep = (peek: Peek) => {
    let last = read(peek)
    return () => {
      const next = read(peek)
      if (!isSame(last, next)) last = next
      return last
    }
  }
  const getState = keep(now)
  return {
    getState,
    getInitialState: keep(initially),
    subscribe(listener) {
      let seen = getState()
      const follow = () => {
        const next = getState()
        if (next === seen) return
        seen = next
        listener()
      }
      const stops = slices.map((slice) => slice.subscribe(follow))
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

export type OfNamespace = {
  /** Default: the active network's. */
  namespace?: ChainNamespace
}

function peekAccount(config: Config, peek: Peek, { namespace }: OfNamespace): AccountState {
  const active = peek(config.networks).activeId.split(':')[0] as ChainNamespace
  return peek(config.accounts).byNamespace[namespace ?? active] ?? disconnectedAccount
}

export type AccountView = AccountState & { isConnected: boolean }

/** The account of one namespace. */
export function readAccount(config: Config, parameters: OfNamespace = {}): Readable<AccountView> {
  return derive([config.accounts, config.networks], (peek) => {
    const account = peekAccount(config, peek, parameters)
    return { ...account, isConnected: account.status === 'connected' }
  })
}

export type NetworkView = {
  /** undefined when the wallet is on a network that the page did not list */
  network: Network | undefined
  /** CAIP-2 */
  caipNetworkId: string
  networks: readonly Network[]
}

/** The active network, and all that the page lists. */
export function readNetwork(config: Config): Readable<NetworkView> {
  return derive([config.networks], (peek) => {
    const state = peek(config.networks)
    return { network: activeNetwork(state), caipNetworkId: state.activeId, networks: state.networks }
  })
}

export type BalanceView = {
  /** Decimal string in whole units; undefined while unknown. */
  balance: string | undefined
  symbol: string | undefined
}

/** The native balance of the account in use, as it was read last; `refreshBalance` reads it. */
export function readBalance(config: Config, parameters: OfNamespace = {}): Readable<BalanceView> {
  return derive([config.accounts, config.networks], (peek) => {
    const { balance, balanceSymbol } = peekAccount(config, peek, parameters)
    return { balance, symbol: balanceSymbol }
  })
}

/** What is known of the connected wallet; all of it undefined while none is. */
export type WalletInfo = {
  /** Id of the way it is connected, such as `walletConnect`. */
  id: string | undefined
  name: string | undefined
  type: ConnectorType | undefined
  /** URL, often a data URI. */
  icon: string | undefined
  /** Reversed domain name that the wallet gives itself (EIP-6963); it proves nothing. */
  rdns: string | undefined
}

/** The wallet that is connected. */
export function readWalletInfo(config: Config, parameters: OfNamespace = {}): Readable<WalletInfo> {
  return derive([config.accounts, config.networks, config.connectors], (peek) => {
    const { status, connectorId, connectedWalletInfo } = peekAccount(config, peek, parameters)
    const wallet = status === 'connected' ? findConnector(config.connectors, connectorId) : undefined
    return {
      id: wallet?.id,
      // A way to many wallets says which one it is.
      name: wallet && (connectedWalletInfo?.name ?? wallet.name),
      type: wallet?.type,
      icon: wallet && (connectedWalletInfo?.icon ?? wallet.icon),
      rdns: wallet?.rdns,
    }
  })
}

/** The theme; `setTheme` changes it, the embedded frame follows. */
export const readTheme = (config: Config): Readable<ThemeState> => config.theme

export type ModalView = { isOpen: boolean }

/** Whether the modal is on the screen. */
export const readModal = (config: Config): Readable<ModalView> =>
  derive([config.modal], (peek) => ({ isOpen: peek(config.modal).open }))

/** What has happened, told by its `type`. No event has an address of e-mail, a code, or anything that signs in. */
export type LatchkeyEvent =
  | { type: 'open' }
  | { type: 'close' }
  | { type: 'connect' | 'accountChange'; namespace: ChainNamespace; address: string; caipAddress: string }
  | { type: 'disconnect'; namespace: ChainNamespace }
  /** CAIP-2 */
  | { type: 'networkChange'; caipNetworkId: string; previous: string }
  | { type: 'themeChange'; theme: ThemeState }
  /** What whoever set the page up, or the visitor, has to put right; `kind` is stable. */
  | { type: 'alert'; kind: string; message: string; code: number | undefined }

/** Follows the account of each namespace. */
function watchAccounts(config: Config, listener: (event: LatchkeyEvent) => void): () => void {
  return config.accounts.subscribe(({ byNamespace }, before) => {
    for (const namespace of Object.keys(byNamespace) as ChainNamespace[]) {
      const was = before.byNamespace[namespace] ?? disconnectedAccount
      const { status, address, caipAddress } = accountOf(config.accounts, namespace)
      const wasConnected = was.status === 'connected'
      if (status !== 'connected') {
        if (wasConnected) listener({ type: 'disconnect', namespace })
      } else if (address && caipAddress && !(wasConnected && was.address === address))
        listener({ type: wasConnected ? 'accountChange' : 'connect', namespace, address, caipAddress })
    }
  })
}

/**
 * Tells what happens from now on. Returns how to stop.
 *
 * @example
 * const stop = watchEvents(latchkey.config, (event) => {
 *   if (event.type === 'connect') greet(event.address)
 * })
 */
export function watchEvents(config: Config, listener: (event: LatchkeyEvent) => void): () => void {
  const stops = [
    watchAccounts(config, listener),
    config.modal.subscribe((state, before) => {
      if (state.open !== before.open) listener({ type: state.open ? 'open' : 'close' })
    }),
    config.networks.subscribe(({ activeId }, before) => {
      if (activeId !== before.activeId)
        listener({ type: 'networkChange', caipNetworkId: activeId, previous: before.activeId })
    }),
    config.theme.subscribe((theme) => listener({ type: 'themeChange', theme })),
    config.notices.subscribe(({ alert }, before) => {
      if (alert && alert !== before.alert)
        listener({ type: 'alert', kind: alert.kind, message: alert.short, code: alert.code })
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** A chain as `viem/chains` has them; what else it has is not read. */
export type PageChain = Pick<Network, 'name' | 'nativeCurrency' | 'rpcUrls'> & {
  id: number
  blockExplorers?: Network['blockExplorers'] | undefined
  testnet?: boolean | undefined
  blockTime?: number | undefined
}

/** A chain without CAIP-2 fields is of the namespace that the page's provider is of. */
function networkOf(config: Config, chain: Network | PageChain): Network {
  if ('caipNetworkId' in chain) return chain
  const adapters = Object.values(config.adapters)
  const namespace = (adapters.find(({ createProvider }) => createProvider) ?? adapters[0])?.namespace
  return { ...chain, caipNetworkId: `${namespace}:${chain.id}`, chainNamespace: namespace } as Network
}

const session = () => import('./session.ts')
const signing = () => import('./account/signAndSend.ts')

/** What a page does, with its config. Each promise rejects with an error that has a stable `code`. */
export type PageActions = {
  open(options?: OpenOptions): void
  close(): void
  setTheme(theme: ThemeSettings): void
  /** Opens the modal unless somebody is connected; answers the address. Rejects with 4001 when the visitor closes it. */
  connect(): Promise<string>
  /** Disconnects one namespace, or all. */
  disconnect(parameters?: OfNamespace): Promise<void>
  /** Chooses the kind of account; the choice is kept for the visitor's next visit. */
  setAccountType(type: AccountType): Promise<void>
  /** Makes another of `networks` the active one, in the connected wallet first. 5004: it is not listed. */
  switchNetwork(caipNetworkId: string): Promise<void>
  /** Lists a further network, or replaces the one of its id. A chain of viem is taken too. */
  addNetwork(network: Network | PageChain): Promise<void>
  /** Takes one off the list; the last one stays. */
  removeNetwork(caipNetworkId: string): Promise<void>
  /** Reads the native balance from the network. Rejects with 5012 when the network does not tell. */
  refreshBalance(): Promise<void>
  /** Signs a message (EIP-191) with the connected account, which approves it. Answers the signature. */
  signMessage(parameters: SignMessageParameters): Promise<`0x${string}`>
  /** Sends a transaction of the connected account, which approves it. Answers its hash. */
  sendTransaction(parameters: SendTransactionParameters): Promise<`0x${string}`>
}

/**
 * The actions of a page, bound to its config.
 *
 * @example
 * const { signMessage } = pageActions(latchkey.config)
 * const signature = await signMessage({ message: 'Hello' })
 */
export function pageActions(config: Config): PageActions {
  return {
    open: (options) => open(config, options),
    close: () => close(config),
    setTheme: (theme) => setTheme(config, theme),
    async connect() {
      const [address = ''] = await config.provider.request<string[]>({ method: 'eth_requestAccounts' })
      return address
    },
    disconnect: async (parameters) => (await session()).disconnect(config, parameters),
    setAccountType: async (type) => (await session()).setPreferredAccountType(config, type),
    switchNetwork: async (id) => (await session()).switchNetwork(config, id),
    addNetwork: async (chain) => (await session()).addNetwork(config, networkOf(config, chain)),
    removeNetwork: async (id) => (await session()).removeNetwork(config, id),
    refreshBalance: async () => (await session()).fetchBalance(config, { force: true }),
    signMessage: async (parameters) => (await signing()).signMessage(config, parameters),
    sendTransaction: async (parameters) => (await signing()).sendTransaction(config, parameters),
  }
}

/** Where the newest call stands. */
export type CallState<Result> = { data: Result | undefined; error: unknown; isPending: boolean }

/** A call that tells where it stands. An earlier one that ends late changes nothing. */
export function followCall<Parameters, Result>(
  call: (parameters: Parameters) => Promise<Result>,
): Readable<CallState<Result>> & { run: (parameters: Parameters) => Promise<Result> } {
  const idle: CallState<Result> = { data: undefined, error: undefined, isPending: false }
  const store = createStore(() => idle)
  let newest = 0
  return {
    ...store,
    async run(parameters) {
      newest += 1
      const mine = newest
      const show = (next: Partial<CallState<Result>>) => {
        if (newest === mine) store.setState({ ...idle, ...next })
      }
      show({ isPending: true })
      try {
        const data = await call(parameters)
        show({ data })
        return data
      } catch (error) {
        show({ error })
        throw error
      }
    },
  }
}
