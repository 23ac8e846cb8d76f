import { type EvmChain, evmAdapter, toNetwork } from '@latchkey/chain-evm'
import { EMBEDDED_ICON, embedded } from '@latchkey/connectors'
import type { WalletConnectOptions } from '@latchkey/connectors/walletConnect'
import {
  type AccountType,
  type AppMetadata,
  announceProvider,
  BothSiwxOptionsError,
  type ChainNamespace,
  type Config,
  type ConnectOptions,
  type CreateChainAdapter,
  type CreateConnector,
  close,
  createConfig,
  type DefaultAccountTypes,
  ENTRY_KEYS,
  expectConnections,
  type Network,
  type OpenOptions,
  open,
  type PageFeatures,
  type PageProvider,
  type PayReceipt,
  type PayRequest,
  type RequestArguments,
  type Siwx,
  SOCIAL_RETURN,
  setTheme,
  type ThemeMode,
  type ThemeSettings,
  type ThemeVariables,
} from '@latchkey/core'
import type { EventOf, LatchkeyEventType } from '@latchkey/core/events'
import type { SiweClient, SiweConfig } from '@latchkey/core/siwx'
import type { LogLevel } from '@latchkey/std/logLevel'
import { bindButtons } from './buttonRegistry.ts'
import { NetworksOptionError, OriginOptionError } from './errors.ts'
import { defineLatchkeyButton } from './LatchkeyButton.ts'
import { followState, type LatchkeyState, subscribeEvent } from './latchkeyState.ts'
import { lazyModal, mountOnOpen } from './lazyModal.ts'
import { type LazySession, lazySession, type SessionModule } from './lazySession.ts'
import { whenIdle } from './whenIdle.ts'

export type LatchkeyOptions = ConnectOptions & {
  /** Id of the project in your wallet service. */
  projectId: string
  /** Where the frame lives: another site than this page, such as `https://wallet.example.net`. */
  walletOrigin: string
  /** Where the service's API lives, such as `https://api.example.net`. */
  apiOrigin: string
  /** At least one, chains of `viem/chains` too; the first is active unless another was used last. */
  networks: readonly [Network | EvmChain, ...(Network | EvmChain)[]]
  /** The network to begin with; default: the first of `networks`. */
  defaultNetwork?: Network | EvmChain
  metadata?: AppMetadata
  /** Default dark. `auto` follows the visitor's system at any time. */
  themeMode?: ThemeMode
  /** CSS colour (hex, rgb or hsl) of the one thing to do next. */
  accent?: string
  /** Corners, font, width, background and accent of the modal; `setTheme` changes them later. */
  themeVariables?: ThemeVariables
  /** BCP 47 tag; default: the page's language, then the browser's. */
  locale?: string
  /**
   * Words of the modal that the page says otherwise, by language (`en`, `de`) and name of the message, with the same places:
   * `{ en: { 'connect.title': 'Sign in to the shop' } }`. What the wallet itself says cannot be changed.
   */
  words?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /**
   * Default: the embedded wallet, unless the page shows WalletConnect alone (`basic`, `manualWCControl`). Wallets of the
   * browser are found by themselves.
   */
  connectors?: readonly CreateConnector[]
  /** The relay that mobile wallets are reached by; without it there is no WalletConnect. */
  walletConnect?: WalletConnectOptions
  /** What the page offers, unless the project's own configuration says otherwise; default: all of it. */
  features?: PageFeatures
  /** Signs the visitor in with the wallet after connecting (CAIP-122). Not together with `siweConfig`. */
  siwx?: Siwx
  /** The same, in the older form: functions over your back end, or what AppKit's `createSIWEConfig` makes of them. */
  siweConfig?: SiweConfig | SiweClient
  /** Sends usage events to your own service; default false. What is sent: docs/analytics.md. */
  analytics?: boolean
  /** Default: eip155. */
  adapters?: readonly CreateChainAdapter[]
  /**
   * Which kind of account the embedded wallet begins with: `smartAccount` (default, where the network has them) or `eoa`.
   * The visitor's own choice wins.
   */
  defaultAccountTypes?: DefaultAccountTypes
  /**
   * Tells by a toast over the page how what the embedded wallet has sent ends, where the modal is closed by then; default
   * true. Turn it off where the page tells it.
   */
  outcomeToast?: boolean
  allowUnsupportedChain?: boolean
  enableNetworkSwitch?: boolean
  /** What page and wallet keep for `readLog`: `silent`, `error` (default), `warn`, `info` or `debug`. */
  logLevel?: LogLevel
  /** Whether they keep anything at all; default true. */
  enableLogger?: boolean
  /**
   * Shows the modal as a card inside this element, instead of over the page. `null`: over the page, and the page puts the
   * element that `element()` answers where it wants it, such as into a dialog of its own.
   */
  container?: HTMLElement | null
  /**
   * When the page's own files that the first opening needs are fetched: `idle` (default) after `load` in idle time, though
   * not with Save-Data or on 2g; `intent` when the pointer or the focus nears the button; `none` with the opening. No
   * service is asked before the opening in any of them.
   */
  preload?: 'idle' | 'intent' | 'none'
}

export type Latchkey = {
  /** The stores, for core's actions and React's provider. */
  config: Config
  /** EIP-1193, announced by EIP-6963 too. */
  provider: PageProvider
  /**
   * The way to the wallet and the network of one namespace: for `eip155` it is `provider`, for another one it has `request`.
   *
   * @example
   * const { signature } = await latchkey.getProvider('solana').request({ method: 'solana_signMessage', params })
   */
  getProvider(namespace: ChainNamespace): Pick<PageProvider, 'request'>
  /**
   * Settles once what storage remembers of earlier visits has been restored, or cannot be: who is connected then is who is
   * connected. Never rejects; at once where there is nothing to restore.
   */
  ready: Promise<void>
  open(options?: OpenOptions): void
  close(): void
  /**
   * Opens the modal unless somebody is connected; answers the address. With the id of one way to connect it opens at that
   * one's screen and waits for that one: `embedded`, `walletConnect`, a wallet of this browser by its `rdns`.
   *
   * @throws an error with `code` 4001 when the visitor closes the modal, UnknownConnectorError (5240) for an id that is
   * nobody's
   */
  connect(connectorId?: string): Promise<string>
  /** Disconnects one namespace, with those that share its session, as the embedded wallet's do; or all. */
  disconnect(parameters?: { namespace?: ChainNamespace }): Promise<void>
  getState(): LatchkeyState
  /** Calls the listener after each change; returns how to stop. */
  subscribe(listener: (state: LatchkeyState) => void): () => void
  /**
   * Calls the listener for each event of one type from now on; returns how to stop. Where the code for it does not load, it is
   * tried again until it does, and the console says so.
   *
   * @example
   * const stop = latchkey.on('connect', ({ address }) => greet(address))
   */
  on<Type extends LatchkeyEventType>(type: Type, listener: (event: EventOf<Type>) => void): () => void
  setTheme(theme: ThemeSettings): void
  /**
   * Chooses the kind of account, as the visitor may in the settings. Rejects where the wallet or the network has none of
   * that kind.
   */
  setPreferredAccountType(type: AccountType): Promise<void>
  /**
   * Makes another of `networks` the active one, in the connected wallet first.
   *
   * @param caipNetworkId CAIP-2, such as `eip155:8453`
   * @throws NetworkNotFoundError (5004) for one that is not listed, SwitchNotSupportedError (5014), or what the wallet answers
   */
  switchNetwork(caipNetworkId: string): Promise<void>
  /**
   * Lists a further network, or replaces the one of its id. A chain of viem is taken too.
   *
   * @throws AdapterNotFoundError (5005) without an adapter for its namespace
   */
  addNetwork(network: Network | EvmChain): Promise<void>
  /**
   * Takes a network off the list; the active one gives way to the first that is left, and the last one stays. A wallet that is
   * connected on it stays there: the network is active, and unsupported, until it is switched.
   *
   * @param caipNetworkId CAIP-2
   * @throws AdapterNotFoundError (5005) without an adapter for its namespace
   */
  removeNetwork(caipNetworkId: string): Promise<void>
  /** Reads the native balance anew, as after a transfer that the page knows of. Never rejects. */
  refreshBalance(): Promise<void>
  /**
   * What the page has kept for the report of a bug, a line of JSON an entry: names of methods, codes of errors, ids, times
   * and sizes. No contents, no addresses of e-mail, nothing that signs in. Empty where nothing was kept.
   *
   * @example
   * await navigator.clipboard.writeText(await latchkey.readLog())
   */
  readLog(): Promise<string>
  /**
   * Asks the visitor to pay, from the wallet that is connected or that they connect first; another token of theirs is swapped
   * where they have too little of the asked one. Settles once a block has the payment. Needs `features: { pay: true }`.
   *
   * @param request `amount` in whole units as a decimal string; `token` the address of a contract, absent for the native
   * coin; `network` CAIP-2, one of `networks`; `recipient` an address of it
   * @throws PayOffError (5280), PayRequestError (5281), PayClosedError (5282) when the visitor leaves it, PayNotEnoughError
   * (5283), PayDeclinedError (5288), or another error with a `code`
   * @example
   * const { hash } = await latchkey.pay({ amount: '12.50', token, network: 'eip155:8453', recipient })
   */
  pay(request: PayRequest): Promise<PayReceipt>
  /**
   * Asks the visitor, on the wallet's own screen, whether this site may know their e-mail address, and answers with it. A
   * site that may know it already is answered at once. Call it when they have asked for something that needs it: who was
   * asked in vain is not asked again for a while.
   *
   * @throws UserRejectedError (2004) when the visitor declines, NoEmailAddressError (2045), EmailAskedError (2046,
   * `data.retryAfter` in s), NotAvailableError (2001) from a wallet that has no addresses, or another error with a `code`
   * @example
   * const email = await latchkey.requestEmail().catch(() => null)
   */
  requestEmail(parameters?: { signal?: AbortSignal }): Promise<string>
  /** The element that holds the modal, made with the first call. A page that set `container: null` puts it into the page. */
  element(): Promise<HTMLElement>
  /** Loads what opening will need, as when the pointer nears the button; with `preload: 'none'` too. */
  preload(): void
  destroy(): void
}

/**
 * Sets Latchkey up on a page, and defines `<latchkey-button>`. It contacts no service before the first click, unless a
 * session is stored; what the first click needs of the page's own files is fetched as `preload` says.
 *
 * @throws ProjectIdMissingError, OriginOptionError, NetworksOptionError, BothSiwxOptionsError
 * @example
 * const latchkey = createLatchkey({ projectId: 'demo', walletOrigin: 'https://wallet.example.net', apiOrigin: 'https://api.example.net', networks: [base] })
 * await latchkey.provider.request({ method: 'eth_requestAccounts' })
 */
export function createLatchkey(options: LatchkeyOptions): Latchkey {
  const { container, preload = 'idle' } = options
  const config = configOf(options, async () => {
    // Before the frame is there, so that nothing it tells is missed.
    await session()
    return (await modal.mount()).frameLayer
  })
  const session = lazySession(config, options)
  config.runtime.load = session
  const modal = lazyModal(config, async () => {
    // Wallets that are found later would move what is on the screen. The modal shows without them when they cannot be.
    const finding = session().catch(() => undefined)
    const [{ loadFirstScreen, mountModal }] = await Promise.all([
      import('@latchkey/modal/mountModal'),
      finding,
    ])
    const locale = await loadFirstScreen(config)
    return () => mountModal(config, { locale, container })
  })
  const later: Later = (name) => async (parameter) =>
    (await session())[name](config, parameter as never) as never
  const readBalance = (force: boolean) => later('fetchBalance')({ force }).catch(() => undefined)
  const stops = [
    mountOnOpen(config, modal),
    announceProvider(config.provider, {
      uuid: globalThis.crypto?.randomUUID?.() ?? '',
      name: 'Latchkey',
      icon: EMBEDDED_ICON,
      rdns: 'dev.latchkey',
    }),
    bindButtons(config, preload === 'none' ? () => undefined : modal.preload, () => void readBalance(false)),
  ]
  defineLatchkeyButton()
  if (container) modal.mount().catch(() => undefined)
  const ready = restore(config, session)
  const state = followState(config)
  config.runtime.ready = ready
  void ready.then(() => delete config.runtime.ready)
  if (preload === 'idle') whenIdle(modal.preload)
  // What another namespace's libraries look for on a page must be there before anybody opens the modal.
  if (options.adapters?.[1]) whenIdle(session)

  return {
    config,
    provider: config.provider,
    getProvider: (namespace) =>
      config.adapters[namespace]?.createProvider
        ? config.provider
        : { request: (args) => later('request')({ ...(args as RequestArguments), namespace }) as never },
    ready,
    open: (request) => open(config, request),
    close: () => close(config),
    connect: later('connect'),
    disconnect: later('disconnect'),
    getState: state.getState,
    subscribe: state.subscribe,
    on: (type, listener) => subscribeEvent(config, type, listener),
    setTheme: (theme) => setTheme(config, theme),
    setPreferredAccountType: later('setPreferredAccountType'),
    switchNetwork: later('switchNetwork'),
    addNetwork: later('addNetwork'),
    removeNetwork: later('removeNetwork'),
    refreshBalance: () => readBalance(true),
    readLog: later('readLog'),
    requestEmail: later('requestEmail'),
    pay: later('pay') as Latchkey['pay'],
    element: async () => (await modal.mount()).element,
    preload: modal.preload,
    destroy() {
      for (const stop of stops) stop()
      modal.destroy()
      config.destroy()
    },
  }
}

type Doing =
  | 'fetchBalance'
  | 'connect'
  | 'disconnect'
  | 'setPreferredAccountType'
  | 'switchNetwork'
  | 'addNetwork'
  | 'removeNetwork'
  | 'request'
  | 'readLog'
  | 'pay'
  | 'requestEmail'
/** A function of the session's code that takes the config and one thing more, as one that loads it first. */
type Later = <Name extends Doing>(
  name: Name,
) => (parameter?: Parameters<SessionModule[Name]>[1]) => Promise<Awaited<ReturnType<SessionModule[Name]>>>

/** The config that the options stand for. */
function configOf(options: LatchkeyOptions, frameContainer: () => Promise<HTMLElement>): Config {
  const {
    container,
    walletOrigin,
    apiOrigin,
    walletConnect,
    siweConfig,
    networks,
    defaultNetwork,
    preload,
    ...rest
  } = options
  const services = {
    walletOrigin: originOf('walletOrigin', walletOrigin),
    apiOrigin: originOf('apiOrigin', apiOrigin),
  }
  if (!networks?.length) throw new NetworksOptionError()
  if (options.siwx && siweConfig) throw new BothSiwxOptionsError()
  return createConfig({
    ...rest,
    networks: networks.map(toNetwork) as [Network, ...Network[]],
    defaultNetwork: defaultNetwork && toNetwork(defaultNetwork),
    services,
    connectors: options.connectors ?? (rest.basic || rest.manualWCControl ? [] : [embedded()]),
    adapters: options.adapters ?? [evmAdapter],
    embedded: !!container,
    frameContainer,
  })
}

/** Restores a stored session, or a social login that was under way; a page with neither loads nothing for it. */
async function restore(config: Config, session: LazySession): Promise<void> {
  if (typeof window === 'undefined') return
  const { hash, pathname, search } = location
  const isBack = hash.includes(SOCIAL_RETURN)
  // At once: no other script of the page, and no history, should keep what came back.
  if (isBack) history.replaceState(history.state, '', pathname + search)
  const { storage } = config
  if (!isBack && !storage.get(SOCIAL_RETURN) && !storage.get(ENTRY_KEYS.connections)) return
  const giveUp = expectConnections(config)
  await session().then(({ resume }) => resume(config, hash), giveUp)
}

/** The origin of an option, or an error that names the option. A path would be lost without a word, so it is refused. */
function originOf(name: string, value: string): string {
  try {
    const { origin, href } = new URL(value)
    if (origin !== 'null' && href === `${origin}/`) return origin
  } catch {}
  throw new OriginOptionError({
    details: `\`${name}\` is ${JSON.stringify(value)?.slice(0, 80)}`,
  })
}
