/**
 * What a page reads and does, whatever it is made with: React's hooks, Vue's composables and Svelte's stores are these
 * functions. Code that most pages never run is loaded when it is called.
 */

import { loading } from '@latchkey/errors'
import { createStore } from 'zustand/vanilla'
import {
  activeNamespace,
  activeNetwork,
  disconnectedAccount,
  findConnector,
  patchAccount,
} from './account/accounts.ts'
import type { SendTransactionParameters, SignMessageParameters } from './account/signAndSend.ts'
import type { Config } from './interfaces/Config.ts'
import type {
  AccountState,
  AccountType,
  ChainNamespace,
  ConnectorType,
  Network,
} from './interfaces/Connector.ts'
import type { PayReceipt, PayRequest } from './interfaces/Pay.ts'
import type { ThemeSettings, ThemeState } from './interfaces/Theme.ts'
import { close, type OpenOptions, open, setTheme } from './modal/open.ts'
import { derive, type Peek, type Readable } from './page/derive.ts'
import { PayOffError } from './pay/errors.ts'

export type { SendTransactionParameters, SignMessageParameters } from './account/signAndSend.ts'
export type { PayReceipt, PayRequest } from './interfaces/Pay.ts'
export type { Readable } from './page/derive.ts'
export * from './page/watchEvents.ts'

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

export type ReadyView = {
  /** What storage remembers of earlier visits has been restored, or cannot be: who is connected now is who is connected. */
  isReady: boolean
}

/** Whether the page knows who is connected; before that, `status` may still be `connecting`. One config has one such state. */
export function readReady({ runtime }: Config): Readable<ReadyView> {
  if (runtime.readiness) return runtime.readiness
  const store = createStore<ReadyView>(() => ({ isReady: false }))
  const tell = () => store.setState({ isReady: true })
  if (runtime.ready) void runtime.ready.then(tell)
  else tell()
  runtime.readiness = store
  return store
}

export type ModalView = {
  isOpen: boolean
  /** A wallet is being connected, or a connection restored. */
  isLoading: boolean
  /** The namespaces that one is being connected for. */
  loadingByNamespace: Readonly<Partial<Record<ChainNamespace, boolean>>>
}

/** Whether the modal is on the screen, and whether a wallet is being connected. */
export const readModal = (config: Config): Readable<ModalView> =>
  derive([config.modal], (peek) => {
    const { open, loading, loadingByNamespace } = peek(config.modal)
    return { isOpen: open, isLoading: loading, loadingByNamespace }
  })

export type PairingView = {
  /** Whoever has it may connect as the visitor's wallet: show it to the visitor alone. */
  uri: string | undefined
  /** When it stops working, ms since the epoch. */
  expiresAt: number | undefined
}

/** The WalletConnect link that the modal shows now, the page's own (`pairingUri`) as well; undefined while it shows none. */
export const readPairing = (config: Config): Readable<PairingView> =>
  derive([config.modal], (peek) => {
    const { pairingUri, pairingExpiresAt } = peek(config.modal)
    return { uri: pairingUri, expiresAt: pairingExpiresAt }
  })

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

const session = () => loading(import('./session.ts'))
const signing = () => loading(import('./account/signAndSend.ts'))

/** What a page does, with its config. Each promise rejects with an error that has a stable `code`. */
export type PageActions = {
  open(options?: OpenOptions): void
  close(): void
  setTheme(theme: ThemeSettings): void
  /**
   * Opens the modal unless somebody is connected; answers the address. Rejects with 4001 when the visitor closes it. With
   * the id of one way to connect, such as `walletConnect`, it opens at that one's screen, and waits for that one; 5240: the
   * page has no such way.
   */
  connect(connectorId?: string): Promise<string>
  /** Disconnects one namespace, or all. */
  disconnect(parameters?: OfNamespace): Promise<void>
  /** Chooses the kind of account; the choice is kept for the visitor's next visit. */
  setAccountType(type: AccountType): Promise<void>
  /**
   * Names addresses of the account in the modal, such as `{ '0xf39F…': 'Savings' }`, until it is disconnected. A name that
   * the account has on its network goes first; a label is cut to 64 characters.
   */
  setAddressLabels(labels: Readonly<Record<string, string>>, parameters?: OfNamespace): void
  /** Makes another of `networks` the active one, in the connected wallet first. 5004: it is not listed. */
  switchNetwork(caipNetworkId: string): Promise<void>
  /** Lists a further network, or replaces the one of its id. A chain of viem is taken too. */
  addNetwork(network: Network | PageChain): Promise<void>
  /** Takes one off the list; the last one stays. */
  removeNetwork(caipNetworkId: string): Promise<void>
  /** Reads the native balance of one namespace from its network. Rejects with 5012 when the network does not tell. */
  refreshBalance(parameters?: OfNamespace): Promise<void>
  /** Signs a message (EIP-191) with the connected account, which approves it. Answers the signature. */
  signMessage(parameters: SignMessageParameters): Promise<`0x${string}`>
  /** Sends a transaction of the connected account, which approves it. Answers its hash. */
  sendTransaction(parameters: SendTransactionParameters): Promise<`0x${string}`>
  /**
   * Asks the visitor to pay, and answers the receipt once a block has the payment. Rejects with 5280 where payments are off,
   * 5282 when the visitor leaves it, 5283 where nothing is enough, 5288 when the visitor declines.
   */
  pay(request: PayRequest): Promise<PayReceipt>
  /**
   * Asks the visitor, on the wallet's own screen, whether this site may know their e-mail address, and answers with it; it is
   * `user.email` of the account from then on. Rejects with 2004 when they decline, 2045 when they have none, 2046 when they
   * were asked in vain not long ago (`data.retryAfter`, s), 2001 from a wallet that has no addresses.
   */
  requestEmail(parameters?: { signal?: AbortSignal }): Promise<string>
}

/** Characters of a name that a page gives to an address. */
const LONGEST_LABEL = 64

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
    connect: async (connectorId) => (await session()).connectWith(config, connectorId),
    disconnect: async (parameters) => (await session()).disconnect(config, parameters),
    setAccountType: async (type) => (await session()).setPreferredAccountType(config, type),
    setAddressLabels(labels, { namespace = activeNamespace(config) } = {}) {
      const addressLabels = Object.fromEntries(
        Object.entries(labels).map(([address, label]) => [address, String(label).slice(0, LONGEST_LABEL)]),
      )
      patchAccount(config.accounts, namespace, { addressLabels })
    },
    switchNetwork: async (id) => (await session()).switchNetwork(config, id),
    addNetwork: async (chain) => (await session()).addNetwork(config, networkOf(config, chain)),
    removeNetwork: async (id) => (await session()).removeNetwork(config, id),
    refreshBalance: async ({ namespace } = {}) =>
      (await session()).fetchBalance(config, { namespace, force: true }),
    signMessage: async (parameters) => (await signing()).signMessage(config, parameters),
    sendTransaction: async (parameters) => (await signing()).sendTransaction(config, parameters),
    requestEmail: async (parameters) =>
      (await loading(import('./identity/requestEmail.ts'))).requestEmail(config, parameters),
    async pay(request) {
      const code = await config.runtime.load?.()
      if (!code?.pay)
        throw new PayOffError({ details: 'Only a config that `createLatchkey` has made can pay.' })
      return code.pay(config, request)
    },
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
