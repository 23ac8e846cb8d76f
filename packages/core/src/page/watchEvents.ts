import { callListener } from '@latchkey/std/reportError'
import { disconnectedAccount } from '../account/accounts.ts'
import type { AccountsState, Config } from '../interfaces/Config.ts'
import type { ChainNamespace } from '../interfaces/Connector.ts'
import type { ThemeState } from '../interfaces/Theme.ts'
import { type Moment, momentOf, pageSlices } from './moment.ts'

/** Whose account an event is about. */
export type AccountFacts = { namespace: ChainNamespace; address: string; caipAddress: string }

/** What has happened, told by its `type`. No event has an address of e-mail, a code, or anything that signs in. */
export type LatchkeyEvent =
  | { type: 'open' }
  | { type: 'close' }
  | ({ type: 'connect' } & AccountFacts)
  | ({ type: 'accountChange' } & AccountFacts)
  | { type: 'disconnect'; namespace: ChainNamespace }
  /** CAIP-2 */
  | { type: 'networkChange'; caipNetworkId: string; previous: string }
  | { type: 'themeChange'; theme: ThemeState }
  /** What whoever set the page up, or the visitor, has to put right; `kind` is stable. */
  | { type: 'alert'; kind: string; message: string; code: number | undefined }

export type LatchkeyEventType = LatchkeyEvent['type']
/** The event of one type. */
export type EventOf<Type extends LatchkeyEventType> = Extract<LatchkeyEvent, { type: Type }>

type Tell = (event: LatchkeyEvent) => void

/** Tells what differs between two states of the accounts. */
function tellAccounts(now: AccountsState, before: AccountsState, tell: Tell): void {
  for (const namespace of Object.keys(now.byNamespace) as ChainNamespace[]) {
    const was = before.byNamespace[namespace] ?? disconnectedAccount
    const { status, address, caipAddress } = now.byNamespace[namespace] ?? disconnectedAccount
    const wasConnected = was.status === 'connected'
    if (status !== 'connected') {
      if (wasConnected) tell({ type: 'disconnect', namespace })
    } else if (address && caipAddress && !(wasConnected && was.address === address))
      tell({ type: wasConnected ? 'accountChange' : 'connect', namespace, address, caipAddress })
  }
}

/** Tells what differs between two moments. */
function tellChanges(now: Moment, before: Moment, tell: Tell): void {
  const [accounts, { activeId: caipNetworkId }, { open }, theme, { alert }] = now
  const [oldAccounts, { activeId: previous }, { open: wasOpen }, oldTheme, { alert: oldAlert }] = before
  tellAccounts(accounts, oldAccounts, tell)
  if (caipNetworkId !== previous) tell({ type: 'networkChange', caipNetworkId, previous })
  if (open !== wasOpen) tell({ type: open ? 'open' : 'close' })
  if (theme !== oldTheme) tell({ type: 'themeChange', theme })
  if (alert && alert !== oldAlert)
    tell({ type: 'alert', kind: alert.kind, message: alert.short, code: alert.code })
}

/**
 * Tells what happens from now on. Returns how to stop. What the listener throws is reported as an uncaught error, and stops
 * nothing else.
 *
 * @param since a moment that lies back, for a listener that was there before this code was: what has changed since then is
 * told at once
 * @example
 * const stop = watchEvents(latchkey.config, (event) => {
 *   if (event.type === 'connect') greet(event.address)
 * })
 */
export function watchEvents(
  config: Config,
  listener: (event: LatchkeyEvent) => void,
  since: Moment = momentOf(config),
): () => void {
  let last = since
  const follow = () => {
    const before = last
    last = momentOf(config)
    tellChanges(last, before, (event) => callListener(listener, event))
  }
  const stops = pageSlices(config).map((slice) => slice.subscribe(follow))
  follow()
  return () => {
    for (const stop of stops) stop()
  }
}

/** For a listener that was there before this code was. */
export type EventOptions = {
  /** What the stores held then: what has changed since is told at once. */
  since?: Moment
  /** Aborted, it is told nothing more. */
  signal?: AbortSignal
}

/**
 * Tells of the events of one type from now on. Returns how to stop.
 *
 * @example
 * const stop = onEvent(latchkey.config, 'connect', ({ address }) => greet(address))
 */
export function onEvent<Type extends LatchkeyEventType>(
  config: Config,
  type: Type,
  listener: (event: EventOf<Type>) => void,
  { since, signal }: EventOptions = {},
): () => void {
  const hear = (event: LatchkeyEvent) => {
    if (event.type === type && !signal?.aborted) listener(event as EventOf<Type>)
  }
  const stop = watchEvents(config, hear, since)
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop)
  return stop
}
