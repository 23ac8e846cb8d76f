import type {
  AccountType,
  ChainNamespace,
  Config,
  OpenOptions,
  PageProvider,
  ThemeState,
} from '@latchkey/core'
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
  type OfNamespace,
  onEvent,
  type PageActions,
  type PairingView,
  type PayReceipt,
  type PayRequest,
  pageActions,
  type Readable,
  readAccount,
  readBalance,
  readModal,
  readNetwork,
  readPairing,
  readReady,
  readWalletInfo,
  type SendTransactionParameters,
  type SignMessageParameters,
  type WalletInfo,
  watchEvents,
} from '@latchkey/core/page'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useConfig, useSlice } from './LatchkeyProvider.tsx'

export type {
  BalanceView,
  CallState,
  EventOf,
  LatchkeyEvent,
  LatchkeyEventType,
  PageChain,
  PairingView,
  PayReceipt,
  PayRequest,
  SendTransactionParameters,
  SignMessageParameters,
  WalletInfo,
} from '@latchkey/core/page'
export { LatchkeyProvider, MissingProviderError, useConfig, useSlice } from './LatchkeyProvider.tsx'

/** Follows what is read of the config, of one namespace where it is asked for. */
function useReadable<State>(
  read: (config: Config, parameters: OfNamespace) => Readable<State>,
  namespace?: ChainNamespace,
): State {
  const config = useConfig()
  return useSlice(useMemo(() => read(config, namespace ? { namespace } : {}), [config, read, namespace]))
}

function useActions(): PageActions {
  const config = useConfig()
  return useMemo(() => pageActions(config), [config])
}

export type UseAccountReturn = AccountView

/**
 * The account of one namespace, by default the active network's.
 *
 * @example
 * const { address, isConnected } = useAccount()
 */
export function useAccount(parameters: { namespace?: ChainNamespace } = {}): UseAccountReturn {
  return useReadable(readAccount, parameters.namespace)
}

export type UseAccountTypeReturn = {
  /** undefined for a wallet that has one kind alone */
  accountType: AccountType | undefined
  /** Whether the smart account is on the active network yet; its first transaction puts it there. */
  isDeployed: boolean | undefined
  setAccountType: (type: AccountType) => Promise<void>
}

/**
 * Which of the wallet's accounts is in use, and how to change it. The choice is kept for the visitor's next visit.
 *
 * @example
 * const { accountType, setAccountType } = useAccountType()
 * await setAccountType('eoa')
 */
export function useAccountType(): UseAccountTypeReturn {
  const { preferredAccountType, smartAccountDeployed } = useAccount()
  return {
    accountType: preferredAccountType,
    isDeployed: smartAccountDeployed,
    setAccountType: useActions().setAccountType,
  }
}

export type UseNetworkReturn = NetworkView &
  Pick<PageActions, 'switchNetwork' | 'addNetwork' | 'removeNetwork'>

/**
 * A function that names addresses of the account in the modal, until it is disconnected; `useAccount` tells them as
 * `addressLabels`.
 *
 * @example
 * useSetAddressLabels()({ [address]: 'Savings' })
 */
export function useSetAddressLabels(): PageActions['setAddressLabels'] {
  return useActions().setAddressLabels
}

/**
 * The active network, those of the page, and how to change them. Each change rejects with an error that has a stable
 * `code`: 5004 for a network that is not listed, 5005 for a namespace without an adapter, 5014 for a wallet that cannot
 * switch.
 *
 * @example
 * const { network, switchNetwork } = useNetwork()
 * await switchNetwork('eip155:8453')
 */
export function useNetwork(): UseNetworkReturn {
  const { switchNetwork, addNetwork, removeNetwork } = useActions()
  return { ...useReadable(readNetwork), switchNetwork, addNetwork, removeNetwork }
}

/**
 * The EIP-1193 provider of the page. One config has one provider.
 *
 * @example
 * await useProvider().request({ method: 'eth_chainId' })
 */
export function useProvider(): PageProvider {
  return useConfig().provider
}

/**
 * A function that disconnects one namespace, or all.
 *
 * @example
 * const disconnect = useDisconnect()
 */
export function useDisconnect(): PageActions['disconnect'] {
  return useActions().disconnect
}

export type UseLatchkeyReturn = {
  config: Config
  isOpen: boolean
  /** A wallet is being connected, or a connection restored; for which namespaces. */
  isLoading: boolean
  loadingByNamespace: ModalView['loadingByNamespace']
  open: (options?: OpenOptions) => void
  close: () => void
  /**
   * Opens the modal unless somebody is connected; answers the address. Rejects with 4001 when the visitor closes it. With
   * an id, such as `walletConnect`, at the screen of that way to connect; 5240: there is none.
   */
  connect: (connectorId?: string) => Promise<string>
}

/**
 * Opens and closes the modal.
 *
 * @example
 * const { open } = useLatchkey()
 * <button onClick={() => open()}>Connect</button>
 */
export function useLatchkey(): UseLatchkeyReturn {
  const { open, close, connect } = useActions()
  return { config: useConfig(), ...useReadable(readModal), open, close, connect }
}

export type UseBalanceReturn = BalanceView & {
  /** Reads it from the network, of the namespace that the hook was asked for. Rejects with 5012 when the network does not tell. */
  refreshBalance: () => Promise<void>
}

/**
 * The native balance of the account in use, as it was read last: by the button, the modal, or `refreshBalance`.
 *
 * @example
 * const { balance, symbol, refreshBalance } = useBalance()
 */
export function useBalance(parameters: { namespace?: ChainNamespace } = {}): UseBalanceReturn {
  const { namespace } = parameters
  const actions = useActions()
  const refreshBalance = useCallback(
    () => actions.refreshBalance(namespace && { namespace }),
    [actions, namespace],
  )
  return { ...useReadable(readBalance, namespace), refreshBalance }
}

/**
 * The wallet that is connected; its fields are undefined while none is.
 *
 * @example
 * const { name, icon } = useWalletInfo()
 */
export function useWalletInfo(parameters: { namespace?: ChainNamespace } = {}): WalletInfo {
  return useReadable(readWalletInfo, parameters.namespace)
}

export type UseThemeReturn = ThemeState & Pick<PageActions, 'setTheme'>

/**
 * Mode, accent and language, and how to change them.
 *
 * @example
 * const { themeMode, setTheme } = useTheme()
 * setTheme({ themeMode: 'light' })
 */
export function useTheme(): UseThemeReturn {
  const { setTheme } = useActions()
  return { ...useSlice(useConfig().theme), setTheme }
}

/**
 * Calls the listener of the latest render for each event, as long as the component is there.
 *
 * @example
 * useEvents((event) => {
 *   if (event.type === 'connect') greet(event.address)
 * })
 */
export function useEvents(listener: (event: LatchkeyEvent) => void): void {
  const config = useConfig()
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => watchEvents(config, (event) => latest.current(event)), [config])
}

/**
 * Calls the listener of the latest render for each event of one type, as long as the component is there.
 *
 * @example
 * useEvent('connect', ({ address }) => greet(address))
 */
export function useEvent<Type extends LatchkeyEventType>(
  type: Type,
  listener: (event: EventOf<Type>) => void,
): void {
  const config = useConfig()
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => onEvent(config, type, (event) => latest.current(event)), [config, type])
}

/**
 * Whether earlier visits have been restored, so that who is connected is known.
 *
 * @example
 * if (!useReady()) return <Skeleton />
 */
export function useReady(): boolean {
  return useReadable(readReady).isReady
}

/**
 * The WalletConnect link that the modal shows now, the page's own as well: to show it elsewhere too.
 *
 * @example
 * const { uri } = usePairing()
 */
export function usePairing(): PairingView {
  return useReadable(readPairing)
}

function useCall<Parameters, Result>(
  call: (parameters: Parameters) => Promise<Result>,
): [(parameters: Parameters) => Promise<Result>, CallState<Result>] {
  const followed = useMemo(() => followCall(call), [call])
  return [followed.run, useSlice(followed)]
}

export type UseSignMessageReturn = CallState<`0x${string}`> & Pick<PageActions, 'signMessage'>

/**
 * Signs a message (EIP-191) with the connected account. Rejects with 4001 when the visitor declines, 4100 when nobody is
 * connected.
 *
 * @example
 * const { signMessage, isPending } = useSignMessage()
 * const signature = await signMessage({ message: 'Hello' })
 */
export function useSignMessage(): UseSignMessageReturn {
  const [signMessage, state] = useCall<SignMessageParameters, `0x${string}`>(useActions().signMessage)
  return { ...state, signMessage }
}

export type UseSendTransactionReturn = CallState<`0x${string}`> & Pick<PageActions, 'sendTransaction'>

/**
 * Sends a transaction of the connected account; answers its hash. Rejects with 4001 when the visitor declines, 4100 when
 * nobody is connected.
 *
 * @example
 * const { sendTransaction, data: hash } = useSendTransaction()
 * await sendTransaction({ to, value: 10n ** 16n })
 */
export function useSendTransaction(): UseSendTransactionReturn {
  const [sendTransaction, state] = useCall<SendTransactionParameters, `0x${string}`>(
    useActions().sendTransaction,
  )
  return { ...state, sendTransaction }
}

export type UsePayReturn = CallState<PayReceipt> & Pick<PageActions, 'pay'>

/**
 * Asks the visitor to pay; answers the receipt once a block has the payment. Rejects with 5280 where payments are off, 5282
 * when the visitor leaves it, 5283 where nothing that they have is enough, 5288 when they decline.
 *
 * @example
 * const { pay, data: receipt, isPending } = usePay()
 * await pay({ amount: '12.50', token, network: 'eip155:8453', recipient })
 */
export function usePay(): UsePayReturn {
  const [pay, state] = useCall<PayRequest, PayReceipt>(useActions().pay)
  return { ...state, pay }
}

export type UseRequestEmailReturn = CallState<string> & Pick<PageActions, 'requestEmail'>

/**
 * Asks the visitor whether this site may know their e-mail address; answers with it. Rejects with 2004 when they decline,
 * 2045 when they have none, 2046 when they were asked in vain not long ago.
 *
 * @example
 * const { requestEmail, data: email } = useRequestEmail()
 * <button onClick={() => requestEmail().catch(() => undefined)}>{email ?? 'Send me the receipt'}</button>
 */
export function useRequestEmail(): UseRequestEmailReturn {
  const [requestEmail, state] = useCall(useActions().requestEmail)
  return { ...state, requestEmail }
}
