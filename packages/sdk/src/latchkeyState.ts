import {
  type AccountType,
  activeAccount,
  activeNetwork,
  type Config,
  type ConnectionStatus,
  derive,
  momentOf,
  type Network,
  pageSlices,
} from '@latchkey/core'
import type { EventOf, LatchkeyEventType } from '@latchkey/core/events'

/** What a page usually wants to know. */
export type LatchkeyState = {
  open: boolean
  status: ConnectionStatus
  address: string | undefined
  /** The kind of account that `address` is, in a wallet that has several. */
  accountType: AccountType | undefined
  /** Once the visitor let this site know it: see `requestEmail`. */
  email: string | undefined
  /** Whether the smart account is on the active network yet; its first transaction puts it there. */
  smartAccountDeployed: boolean | undefined
  /** CAIP-10 */
  caipAddress: string | undefined
  /** undefined while the wallet is on a network that the page did not list */
  network: Network | undefined
  /** CAIP-2 */
  caipNetworkId: string
}

function stateOf(config: Config): LatchkeyState {
  const { status, address, caipAddress, preferredAccountType, smartAccountDeployed, user } =
    activeAccount(config)
  const networks = config.networks.getState()
  return {
    open: config.modal.getState().open,
    status,
    address,
    caipAddress,
    accountType: preferredAccountType,
    email: user?.email,
    smartAccountDeployed,
    network: activeNetwork(networks),
    caipNetworkId: networks.activeId,
  }
}

/** What `getState` answers is the same object until one of its fields has changed. */
export function followState(config: Config) {
  const state = derive(pageSlices(config), () => stateOf(config))
  return {
    getState: state.getState,
    /** Calls the listener when one of the state's fields has changed. Returns how to stop. */
    subscribe: (listener: (state: LatchkeyState) => void) =>
      state.subscribe(() => listener(state.getState())),
  }
}

/** How long until code that did not load is asked for again, ms: twice as long after each try. */
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 30_000

/**
 * Calls the listener for each event of one type from now on. What tells them apart is loaded for it, and misses nothing. Where
 * it does not load, it is asked for until it does: no call of the page's would do that again.
 *
 * @param load default: the code of events
 */
export function subscribeEvent<Type extends LatchkeyEventType>(
  config: Config,
  type: Type,
  listener: (event: EventOf<Type>) => void,
  load = () => import('@latchkey/core/events'),
): () => void {
  const since = momentOf(config)
  const stopping = new AbortController()
  const { signal } = stopping
  let timer: ReturnType<typeof setTimeout> | undefined
  const begin = (wait: number) => {
    if (signal.aborted || config.runtime.signal.aborted) return
    load().then(
      (events) => events.onEvent(config, type, listener, { since, signal }),
      (error: unknown) => {
        // For whoever made the page: the log's code may not load either.
        if (wait === FIRST_PAUSE) console.warn(error)
        timer = setTimeout(begin, wait, Math.min(wait * 2, LONGEST_PAUSE))
      },
    )
  }
  begin(FIRST_PAUSE)
  return () => {
    clearTimeout(timer)
    stopping.abort()
  }
}
