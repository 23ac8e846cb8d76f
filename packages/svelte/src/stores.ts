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

/** A store as Svelte knows it: `$account` follows it while the component is there. */
export type StateStore<State> = {
  /** Calls `run` at once and after each change; returns how to stop. */
  subscribe(run: (state: State) => void): () => void
}

const storeOf = <State>({ getState, subscribe }: Readable<State>): StateStore<State> => ({
  subscribe(run) {
    // First: what `run` changes at once is told as well.
    const stop = subscribe(() => run(getState()))
    run(getState())
    return stop
  },
})

export type LatchkeyStores = PageActions & {
  config: Config
  /** EIP-1193. */
  provider: PageProvider
  account: StateStore<AccountView>
  network: StateStore<NetworkView>
  /** As it was read last; `refreshBalance` reads it. */
  balance: StateStore<BalanceView>
  /** The wallet that is connected; its fields are undefined while none is. */
  wallet: StateStore<WalletInfo>
  theme: StateStore<ThemeState>
  modal: StateStore<ModalView>
  /** Whether earlier visits have been restored, so that who is connected is known. */
  ready: StateStore<ReadyView>
  /** The WalletConnect link that the modal shows now, the page's own as well: to show it elsewhere too. */
  pairing: StateStore<PairingView>
  /** Where the newest `signMessage` stands. */
  signing: StateStore<CallState<`0x${string}`>>
  /** Where the newest `sendTransaction` stands. */
  sending: StateStore<CallState<`0x${string}`>>
  /** Where the newest `pay` stands. */
  paying: StateStore<CallState<PayReceipt>>
  /** Where the newest `requestEmail` stands. */
  askingEmail: StateStore<CallState<string>>
  /** Calls the listener for each event from now on; returns how to stop, as an `$effect` does. */
  watchEvents(listener: (event: LatchkeyEvent) => void): () => void
  /** Calls the listener for each event of one type from now on; returns how to stop. */
  on<Type extends LatchkeyEventType>(type: Type, listener: (event: EventOf<Type>) => void): () => void
}

/**
 * The stores and actions of a config.
 *
 * @param parameters `namespace` of account, balance, wallet and `refreshBalance`; default: the active network's
 * @example
 * export const { account, open, signMessage, signing } = latchkeyStores(latchkey.config)
 * // <button onclick={() => open()}>{$account.address ?? 'Connect'}</button>
 */
export function latchkeyStores(
  config: Config,
  parameters: { namespace?: ChainNamespace } = {},
): LatchkeyStores {
  const actions = pageActions(config)
  const signing = followCall(actions.signMessage)
  const sending = followCall(actions.sendTransaction)
  const paying = followCall(actions.pay)
  const askingEmail = followCall(actions.requestEmail)
  return {
    ...actions,
    config,
    provider: config.provider,
    account: storeOf(readAccount(config, parameters)),
    network: storeOf(readNetwork(config)),
    balance: storeOf(readBalance(config, parameters)),
    wallet: storeOf(readWalletInfo(config, parameters)),
    theme: storeOf(readTheme(config)),
    modal: storeOf(readModal(config)),
    ready: storeOf(readReady(config)),
    pairing: storeOf(readPairing(config)),
    signing: storeOf(signing),
    sending: storeOf(sending),
    paying: storeOf(paying),
    askingEmail: storeOf(askingEmail),
    signMessage: signing.run,
    sendTransaction: sending.run,
    pay: paying.run,
    requestEmail: askingEmail.run,
    refreshBalance: (of = parameters) => actions.refreshBalance(of),
    watchEvents: (listener) => watchEvents(config, listener),
    on: (type, listener) => onEvent(config, type, listener),
  }
}

/**
 * The ways to connect and where connecting stands, for a page that draws them itself. It starts with its first subscriber
 * and stops with the last.
 *
 * @example
 * const flow = connectStore(latchkey.config) // {#each $flow.wallets as wallet}…{/each}
 */
export function connectStore(config: Config): StateStore<ConnectState> & Omit<ConnectFlow, 'subscribe'> {
  const flow = createConnectFlow(config)
  const { subscribe } = storeOf(flow)
  let subscribers = 0
  return {
    ...flow,
    subscribe(run) {
      const stop = subscribe(run)
      subscribers += 1
      // A server subscribes too, for one reading.
      if (subscribers === 1 && typeof window !== 'undefined') void flow.start()
      return () => {
        stop()
        subscribers -= 1
        if (subscribers === 0) flow.stop()
      }
    },
  }
}
