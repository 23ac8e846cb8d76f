import {
  type AccountType,
  activeAccount,
  activeNetwork,
  type Config,
  type ConnectionStatus,
  momentOf,
  type Network,
  pageSlices,
  tell,
} from '@latchkey/core'
import type { EventOf, LatchkeyEventType } from '@latchkey/core/events'
import { PartNotLoadedError } from '@latchkey/errors'
import { pause } from '@latchkey/std/pause'

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

export function latchkeyState(config: Config): LatchkeyState {
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

/** Calls the listener when one of the state's fields has changed. */
export function subscribeState(config: Config, listener: (state: LatchkeyState) => void): () => void {
  let last = latchkeyState(config)
  const follow = () => {
    const next = latchkeyState(config)
    const before = last
    if ((Object.keys(next) as (keyof LatchkeyState)[]).every((key) => next[key] === before[key])) return
    last = next
    listener(next)
  }
  const stops = pageSlices(config).map((slice) => slice.subscribe(follow))
  return () => {
    for (const stop of stops) stop()
  }
}

type EventsModule = typeof import('@latchkey/core/events')

/** How long until code that did not load is asked for again, ms: twice as long after each try. */
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 30_000

/**
 * Loads what tells events apart. A listener cannot ask for it again, so it is asked for until it comes; the log says why
 * nothing is heard meanwhile. undefined once nobody listens any more.
 */
async function loadEvents(
  config: Config,
  load: () => Promise<EventsModule>,
  signal: AbortSignal,
): Promise<EventsModule | undefined> {
  for (let wait = FIRST_PAUSE; !signal.aborted; wait = Math.min(wait * 2, LONGEST_PAUSE)) {
    try {
      return await load()
    } catch {
      if (wait === FIRST_PAUSE)
        tell(config, 'error', { kind: 'failure', name: 'on', code: PartNotLoadedError.code })
    }
    await pause(wait, signal)
  }
  return undefined
}

/**
 * Calls the listener for each event of one type from now on. What tells them apart is loaded for it, and misses nothing.
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
  const signal = AbortSignal.any([stopping.signal, config.runtime.signal])
  void loadEvents(config, load, signal).then((events) =>
    events?.onEvent(config, type, listener, { since, signal }),
  )
  return () => stopping.abort()
}
