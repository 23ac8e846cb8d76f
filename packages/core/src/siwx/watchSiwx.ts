import { activeNetwork } from '../account/accounts.ts'
import type { Config } from '../interfaces/Config.ts'
import type { AccountState, CaipNetworkId, ChainNamespace, Siwx } from '../interfaces/Connector.ts'
import { APPROVAL_VIEW, isShown } from '../modal/navigate.ts'
import { close, open, schedule, unschedule } from '../modal/open.ts'
import { parseCaipAddress } from '../network/parseCaip.ts'
import { readConnections } from '../storage/storedConnections.ts'
import { watchTabs } from '../storage/watchTabs.ts'
import { deadline } from './connectWithSiwx.ts'
import {
  forgetDeclined,
  isCloseBlocked,
  isSignInDeclined,
  isSiwxRequired,
  isSiwxShown,
  rememberDeclined,
  SIWX_VIEW,
  type SiwxSubject,
  siwxSubject,
} from './siwxSubject.ts'

const TIMER = 'siwx'
/** How long the plug-in may take to tell whether there is a session, ms. */
const GET_LIMIT = 10_000
/** How often it is looked whether an approval is over, ms. */
const APPROVAL_CHECK = 250

type Watch = {
  config: Config
  siwx: Siwx
  /** Whose sessions were asked for last; a later question makes an earlier answer void. */
  subject: SiwxSubject | undefined
  /** The page lists the active network. */
  isSupported: boolean
  question: number
  /** The view is due as soon as an approval has left the screen. */
  waiting: boolean
  shown: boolean
}

/**
 * Follows connections and asks for the sign-in (spec 4). After a connection, a restored one as well, SIWXSignMessage
 * opens if the network is supported and the plug-in has no session. Policy for changes:
 * - another account must sign in for itself; the session of the one before stays until that one disconnects;
 * - another network of the same account asks the plug-in again: `getSessions` decides whether a session counts there;
 * - disconnecting ends the session unless `signOutOnDisconnect` is false;
 * - an approval that is on the screen is never interrupted: the view comes after it;
 * - a sign-in in another tab of the page counts here as well.
 *
 * @returns how to stop
 * @example
 * const stop = watchSiwx(config)
 */
export function watchSiwx(config: Config): () => void {
  const { siwx } = config
  if (!siwx) return () => undefined
  const watch: Watch = {
    config,
    siwx,
    subject: undefined,
    isSupported: true,
    question: 0,
    waiting: false,
    shown: isSiwxShown(config),
  }
  const stops = [
    config.accounts.subscribe((state, before) => {
      signOutDisconnected(watch, state.byNamespace, before.byNamespace)
      followAccount(watch)
    }),
    config.networks.subscribe(() => followAccount(watch)),
    config.router.subscribe(() => followViews(watch, false)),
    config.modal.subscribe((state, before) => followViews(watch, state.open && !before.open)),
    // Another tab of this page may have signed in meanwhile. Where a plug-in keeps its sessions nobody here knows.
    watchTabs(
      () => true,
      () => void (isNeeded(watch) && ask(watch)),
    ),
  ]
  followAccount(watch)
  return () => {
    for (const stop of stops) stop()
    watch.question++
    unschedule(config, TIMER)
    delete config.runtime.holdsOpen
  }
}

function followAccount(watch: Watch): void {
  const { config } = watch
  const subject = siwxSubject(config)
  // A page that lists the network later asks from then on.
  const isSupported = activeNetwork(config.networks.getState()) !== undefined
  const isSame =
    subject?.caipAddress === watch.subject?.caipAddress && subject?.chainId === watch.subject?.chainId
  if (isSame && isSupported === watch.isSupported) return
  watch.subject = subject
  watch.isSupported = isSupported
  settle(watch)
  void ask(watch)
}

/** Nothing is due: nobody is connected, there is a session, or nobody knows yet. */
function settle(watch: Watch): void {
  watch.waiting = false
  unschedule(watch.config, TIMER)
  delete watch.config.runtime.holdsOpen
}

async function ask(watch: Watch): Promise<void> {
  const { config, siwx, subject } = watch
  const question = ++watch.question
  const isSupported = activeNetwork(config.networks.getState()) !== undefined
  if (!subject || !isSupported) {
    settle(watch)
    if (watch.shown) close(config)
    return
  }
  const sessions = await sessionsOf(watch, subject)
  if (question !== watch.question) return
  if (sessions.length > 0) {
    settle(watch)
    if (isSiwxShown(config)) close(config)
    return
  }
  config.runtime.holdsOpen = () => isCloseBlocked(config)
  if (!isSiwxRequired(siwx) && isSignInDeclined(config.storage, subject)) return
  // After the view that connected has had its turn: it closes the modal, or moves on.
  schedule(config, TIMER, 0, () => show(watch))
}

/** A plug-in that cannot tell, or not in time, has no session: whoever must sign in is asked to. */
async function sessionsOf({ siwx, config }: Watch, { chainId, address }: SiwxSubject) {
  try {
    return await deadline(siwx.getSessions(chainId, address), config.runtime.signal, GET_LIMIT)
  } catch {
    return []
  }
}

/** There is an account on a supported network, and no session for it. Whoever signs in takes the mark away at once. */
const isNeeded = ({ config }: Watch): boolean => config.runtime.holdsOpen !== undefined

const isApproving = ({ config }: Watch): boolean =>
  // One that was declined by closing is over, though its wallet has not said so yet.
  [...config.runtime.pendingRequests].some(({ signal }) => !signal.aborted) || isShown(config, APPROVAL_VIEW)

function show(watch: Watch): void {
  if (!isNeeded(watch) || isSiwxShown(watch.config)) return
  watch.waiting = isApproving(watch)
  if (watch.waiting) askWhenApproved(watch)
  else open(watch.config, { view: { name: SIWX_VIEW } })
}

/** The end of a request whose view has been taken away is told by no store. */
function askWhenApproved(watch: Watch): void {
  schedule(watch.config, TIMER, APPROVAL_CHECK, () => {
    if (!watch.waiting) return
    if (isApproving(watch)) return askWhenApproved(watch)
    watch.waiting = false
    void ask(watch)
  })
}

function followViews(watch: Watch, hasOpened: boolean): void {
  const wasShown = watch.shown
  watch.shown = isSiwxShown(watch.config)
  if (watch.shown) watch.waiting = false
  if (!isNeeded(watch) || watch.shown) return
  // The view was left: signed in, or not. The plug-in knows.
  if (wasShown) void askAgain(watch)
  else if (watch.waiting) {
    if (isApproving(watch)) return
    // What was approved may have been the sign-in.
    watch.waiting = false
    void ask(watch)
  } else if (hasOpened && isSiwxRequired(watch.siwx)) show(watch)
}

/** As `ask`; an offer whose view was closed is declined, and not made again. */
async function askAgain(watch: Watch): Promise<void> {
  const { siwx, config, subject } = watch
  if (!subject) return
  const question = ++watch.question
  const sessions = await sessionsOf(watch, subject)
  if (question !== watch.question) return
  if (sessions.length > 0) settle(watch)
  // Also over a modal that was closed from another view meanwhile.
  else if (isSiwxRequired(siwx)) show(watch)
  else if (!config.modal.getState().open) rememberDeclined(config.storage, subject)
}

type Accounts = Readonly<Partial<Record<ChainNamespace, AccountState>>>

/** Ends the sessions of accounts that were connected and are not any more. */
function signOutDisconnected({ config, siwx }: Watch, accounts: Accounts, before: Accounts): void {
  for (const [namespace, was] of Object.entries(before) as [ChainNamespace, AccountState][]) {
    const isOver = was.status === 'connected' && accounts[namespace]?.status === 'disconnected'
    if (!isOver || !was.caipAddress || !was.address) continue
    forgetDeclined(config.storage, { namespace, address: was.address })
    // What is stored still is of another tab: that one has taken another wallet, and its sign-in goes on.
    if (siwx.signOutOnDisconnect === false || readConnections(config.storage)[namespace]) continue
    const { reference } = parseCaipAddress(was.caipAddress)
    void signOut(siwx, `${namespace}:${reference}`, was.address)
  }
}

/** The page is disconnected whether or not the plug-in's other end can be told. */
async function signOut(siwx: Siwx, chainId: CaipNetworkId, address: string): Promise<void> {
  try {
    await siwx.revokeSession(chainId, address)
  } catch {
    // Nobody is left on the page who could do anything about it.
  }
}
