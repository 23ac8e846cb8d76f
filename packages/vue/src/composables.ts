import type { ChainNamespace, Config, PageProvider, ThemeState } from '@latchkey/core'
import { type ConnectFlow, type ConnectState, createConnectFlow } from '@latchkey/core/headless'
import {
  type AccountView,
  type BalanceView,
  type CallState,
  type EventOf,
  followCall,
  type LatchkeyEvent,
  type LatchkeyEventType,
  type ModalView,
  type NetworkView,
  onEvent,
  type PageActions,
  type PairingView,
  type PayReceipt,
  pageActions,
  type Readable,
  type ReadyView,
  readAccount,
  readBalance,
  readModal,
  readNetwork,
  readPairing,
  readReady,
  readTheme,
  readWalletInfo,
  type WalletInfo,
  watchEvents,
} from '@latchkey/core/page'
import {
  getCurrentInstance,
  getCurrentScope,
  type InjectionKey,
  inject,
  onMounted,
  onScopeDispose,
  type Plugin,
  type ShallowRef,
  shallowReadonly,
  shallowRef,
  ssrContextKey,
} from 'vue'

export type { ConnectFlow, ConnectState, ConnectStep, WalletOption } from '@latchkey/core/headless'
export type {
  AccountView,
  BalanceView,
  CallState,
  EventOf,
  LatchkeyEvent,
  LatchkeyEventType,
  ModalView,
  NetworkView,
  PageActions,
  PageChain,
  PairingView,
  PayReceipt,
  PayRequest,
  ReadyView,
  SendTransactionParameters,
  SignMessageParameters,
  WalletInfo,
} from '@latchkey/core/page'

/** A composable was used in an app without `latchkeyPlugin`. */
export class MissingPluginError extends Error {
  override name = 'MissingPluginError'
  constructor() {
    super('Latchkey composables need app.use(latchkeyPlugin, latchkey.config).')
  }
}

const CONFIG: InjectionKey<Config> = Symbol('latchkey.config')

/**
 * Gives the composables of an app their config.
 *
 * @example
 * createApp(App).use(latchkeyPlugin, latchkey.config).mount('#app')
 */
export const latchkeyPlugin: Plugin<[Config]> = {
  install: (app, config) => void app.provide(CONFIG, config),
}

function useConfig(): Config {
  const config = inject(CONFIG, undefined)
  if (!config) throw new MissingPluginError()
  return config
}

/** A state that is read only, as a template unwraps it. */
export type StateRef<State> = Readonly<ShallowRef<State>>

/** Starts when the component is mounted, and outside a component at once; ends with the scope of either. */
function whileMounted(start: () => () => void): void {
  const stops: (() => void)[] = []
  const begin = () => void stops.push(start())
  if (getCurrentInstance()) onMounted(begin)
  else if (typeof window !== 'undefined') begin()
  if (getCurrentScope())
    onScopeDispose(() => {
      for (const stop of stops) stop()
    })
}

/** Whether a server renders, or a browser hydrates what one has rendered: a component that has an element before it is set up. */
const isServerState = (): boolean =>
  typeof window === 'undefined' ||
  inject(ssrContextKey, undefined) !== undefined ||
  Boolean(getCurrentInstance()?.vnode.el)

/** Follows a state; a server, and the first paint over what it has rendered, see what the state begins with. */
function useReadable<State>(slice: Readable<State>): StateRef<State> {
  const state: ShallowRef<State> = shallowRef(isServerState() ? slice.getInitialState() : slice.getState())
  whileMounted(() => {
    const follow = () => {
      state.value = slice.getState()
    }
    follow()
    return slice.subscribe(follow)
  })
  return shallowReadonly(state)
}

type OfNamespace = { namespace?: ChainNamespace }

/**
 * The account of one namespace, by default the active network's.
 *
 * @example
 * const account = useAccount() // {{ account.address }}
 */
export const useAccount = (parameters: OfNamespace = {}): StateRef<AccountView> =>
  useReadable(readAccount(useConfig(), parameters))

/** The active network, and all that the page lists; `useLatchkey` has what changes them. */
export const useNetwork = (): StateRef<NetworkView> => useReadable(readNetwork(useConfig()))

/** The native balance of the account in use, as it was read last; `refreshBalance` of `useLatchkey` reads it, of the same namespace if told. */
export const useBalance = (parameters: OfNamespace = {}): StateRef<BalanceView> =>
  useReadable(readBalance(useConfig(), parameters))

/** The wallet that is connected; its fields are undefined while none is. */
export const useWalletInfo = (parameters: OfNamespace = {}): StateRef<WalletInfo> =>
  useReadable(readWalletInfo(useConfig(), parameters))

/** Mode, accent and language; `setTheme` of `useLatchkey` changes them. */
export const useTheme = (): StateRef<ThemeState> => useReadable(readTheme(useConfig()))

/** Whether earlier visits have been restored, so that who is connected is known. */
export const useReady = (): StateRef<ReadyView> => useReadable(readReady(useConfig()))

/** The WalletConnect link that the modal shows now, the page's own as well: to show it elsewhere too. */
export const usePairing = (): StateRef<PairingView> => useReadable(readPairing(useConfig()))

/** Whether the modal is on the screen, and whether a wallet is being connected. */
export const useModal = (): StateRef<ModalView> => useReadable(readModal(useConfig()))

/**
 * What a page does: connect and disconnect, open and close, switch networks, sign and send; and the EIP-1193 provider.
 *
 * @example
 * const { open, disconnect } = useLatchkey()
 */
export function useLatchkey(): PageActions & { config: Config; provider: PageProvider } {
  const config = useConfig()
  return { config, provider: config.provider, ...pageActions(config) }
}

/** Calls the listener for each event while the component is mounted. */
export function useEvents(listener: (event: LatchkeyEvent) => void): void {
  const config = useConfig()
  whileMounted(() => watchEvents(config, listener))
}

/**
 * Calls the listener for each event of one type while the component is mounted.
 *
 * @example
 * useEvent('connect', ({ address }) => greet(address))
 */
export function useEvent<Type extends LatchkeyEventType>(
  type: Type,
  listener: (event: EventOf<Type>) => void,
): void {
  const config = useConfig()
  whileMounted(() => onEvent(config, type, listener))
}

/**
 * Signs a message (EIP-191); `state` tells where the newest call stands. Rejects with 4001 when the visitor declines, 4100
 * when nobody is connected.
 *
 * @example
 * const { signMessage, state } = useSignMessage()
 */
export function useSignMessage(): Pick<PageActions, 'signMessage'> & {
  state: StateRef<CallState<`0x${string}`>>
} {
  const call = followCall(pageActions(useConfig()).signMessage)
  return { signMessage: call.run, state: useReadable(call) }
}

/** Sends a transaction, and answers its hash; `state` tells where the newest call stands. Rejects as `signMessage`. */
export function useSendTransaction(): Pick<PageActions, 'sendTransaction'> & {
  state: StateRef<CallState<`0x${string}`>>
} {
  const call = followCall(pageActions(useConfig()).sendTransaction)
  return { sendTransaction: call.run, state: useReadable(call) }
}

/** Asks the visitor to pay, and answers the receipt; `state` tells where the newest call stands. Rejects as `latchkey.pay`. */
export function usePay(): Pick<PageActions, 'pay'> & { state: StateRef<CallState<PayReceipt>> } {
  const call = followCall(pageActions(useConfig()).pay)
  return { pay: call.run, state: useReadable(call) }
}

/**
 * Asks the visitor whether this site may know their e-mail address, and answers with it; `state` tells where the newest call
 * stands. Rejects as `latchkey.requestEmail`.
 */
export function useRequestEmail(): Pick<PageActions, 'requestEmail'> & {
  state: StateRef<CallState<string>>
} {
  const call = followCall(pageActions(useConfig()).requestEmail)
  return { requestEmail: call.run, state: useReadable(call) }
}

/**
 * The ways to connect and where connecting stands, for a page that draws them itself, while the component is mounted.
 *
 * @example
 * const { state, connect } = useConnectFlow()
 */
export function useConnectFlow(): ConnectFlow & { state: StateRef<ConnectState> } {
  const flow = createConnectFlow(useConfig())
  whileMounted(() => {
    void flow.start()
    return flow.stop
  })
  return { ...flow, state: useReadable(flow) }
}
