import { BaseError, hasCode } from '@latchkey/errors'
import { InvalidRequestError, socialMessage } from '@latchkey/protocol/http'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { activeAccount } from '../account/accounts.ts'
import type { Config, SocialLogin, SocialLoginState, SocialPhase } from '../interfaces/Config.ts'
import type { SocialProvider } from '../interfaces/socialProviders.ts'
import {
  clearPendingSocial,
  type PendingSocial,
  readPendingSocial,
  SOCIAL_LIFE,
  writePendingSocial,
} from '../storage/pendingSocial.ts'
import { SOCIAL_RETURN } from '../storage/socialReturn.ts'
import { connectSignedIn } from './connectSignedIn.ts'
import {
  SocialAnswerError,
  SocialExpiredError,
  SocialWindowBlockedError,
  SocialWindowClosedError,
  SocialWindowSeveredError,
} from './errors.ts'
import { requireIdentity } from './identityConnector.ts'
import { browserPage, type SocialPage, type SocialWindow } from './socialPage.ts'

/** One sign-in with an account elsewhere, from the click to the connected account. A new beginning ends the earlier one. */
function createSocialLogin(config: Config, provider: SocialProvider, page: SocialPage): SocialLogin {
  const state = createStore<SocialLoginState>(() => ({ phase: 'opening', error: undefined }))
  let controller: AbortController | undefined
  const run = (phase: SocialPhase, work: (signal: AbortSignal) => Promise<void>) => {
    controller?.abort()
    const current = new AbortController()
    controller = current
    const { signal } = current
    config.runtime.signal.addEventListener('abort', () => current.abort(), { signal })
    const set = (next: SocialLoginState) => {
      if (!signal.aborted) state.setState(next)
    }
    state.setState({ phase, error: undefined })
    work(signal).then(
      () => set({ phase: 'done', error: undefined }),
      (error: unknown) => set({ phase: 'failed', error }),
    )
  }
  const connectWith = async (uri: string, signal: AbortSignal) => {
    assertSocialResult(uri, config.services.walletOrigin)
    const ask: Parameters<typeof connectSignedIn>[1]['ask'] = (identity, wanted) =>
      identity.connectSocial({ uri, ...wanted })
    const { storage } = config
    writePendingSocial(storage, { provider, mode: 'finish', at: Date.now(), hash: '', uri })
    try {
      await connectSignedIn(config, { provider, signal, ask })
    } catch (error) {
      // A page that goes away loses its wallet first: it goes on with this result when it is back.
      if (signal.aborted || !isWalletGone(error)) clearPendingSocial(storage)
      throw error
    }
    clearPendingSocial(storage)
  }
  const byWindow = async (popup: SocialWindow | undefined, signal: AbortSignal) => {
    if (!popup) throw new SocialWindowBlockedError()
    const resultUri = await askWindow(config, { provider, mode: 'popup', signal }, { page, popup, state })
    state.setState({ phase: 'finishing' })
    await connectWith(resultUri, signal)
  }
  const login: SocialLogin = {
    provider,
    state,
    open() {
      const popup = page.open(waitingPage(config, provider))
      run('opening', (signal) => byWindow(popup, signal))
    },
    continueInPage: () => run('leaving', (signal) => byRedirect(config, provider, page, signal)),
    finish: (resultUri) => run('finishing', (signal) => connectWith(resultUri, signal)),
    cancel() {
      controller?.abort()
      if (config.runtime.social === login) delete config.runtime.social
    },
  }
  return login
}

/** Code of the bridge's ConnectionClosedError. */
const CONNECTION_CLOSED = 1012

const isWalletGone = (error: unknown): boolean =>
  error instanceof BaseError && (error.code === CONNECTION_CLOSED || isWalletGone(error.cause))

type Shown = { page: SocialPage; popup: SocialWindow; state: StoreApi<SocialLoginState> }

/** Sends the window to the provider and waits for what it comes back with. */
async function askWindow(config: Config, asked: Asked, { page, popup, state }: Shown): Promise<string> {
  const { walletOrigin } = config.services
  try {
    const uri = await askUri(config, asked)
    if (popup.isClosed()) throw new SocialWindowClosedError()
    const { provider } = asked
    writePendingSocial(config.storage, { provider, mode: 'popup', at: Date.now(), hash: '' })
    popup.go(uri)
    state.setState({ phase: 'waiting' })
    return await awaitSocialResult(page, { walletOrigin, popup, signal: asked.signal })
  } finally {
    popup.close()
    clearPendingSocial(config.storage)
  }
}

/** What the window shows until the wallet has said where it goes. */
function waitingPage({ services, theme }: Config, provider: SocialProvider): string {
  const url = new URL('/social', services.walletOrigin)
  const { locale } = theme.getState()
  url.searchParams.set('provider', provider)
  if (locale) url.searchParams.set('locale', locale)
  return url.href
}

type Asked = { provider: SocialProvider; mode: 'popup' | 'redirect'; returnUri?: string; signal: AbortSignal }

async function askUri(config: Config, asked: Asked): Promise<string> {
  const identity = await requireIdentity(config).identity()
  const uri = await identity.socialUri(asked)
  asked.signal.throwIfAborted()
  assertWebUri(uri)
  return uri
}

/** @throws SocialWindowClosedError when the visitor comes back by the browser's own button */
async function byRedirect(
  config: Config,
  provider: SocialProvider,
  page: SocialPage,
  signal: AbortSignal,
): Promise<void> {
  const returnUri = new URL(page.address())
  const { hash } = returnUri
  returnUri.hash = ''
  const { href } = returnUri
  const ask = async (to: string) => ({
    to,
    uri: await askUri(config, { provider, mode: 'redirect', returnUri: to, signal }),
  })
  // Where this page is none that the wallet goes back to, it is the first one of the site, which comes back here.
  const { to, uri } = await ask(href).catch((error: unknown) => {
    const first = `${returnUri.origin}/`
    if (!hasCode(error, InvalidRequestError.code) || first === href) throw error
    return ask(first)
  })
  const left = to === href || href.length > 2_048 ? {} : { page: href }
  writePendingSocial(config.storage, { provider, mode: 'redirect', at: Date.now(), hash, ...left })
  await page.leave(uri, signal)
  clearPendingSocial(config.storage)
  throw new SocialWindowClosedError()
}

/** How often a window is looked at, ms. */
const LOOK = 500
/** A window posts its result and closes at once: the message may be seen a little after the closing; ms. */
const CLOSE_GRACE = 1_000
/** No person closes a sign-in so soon: a page there has cut it off (COOP); ms. */
const SEVERED_WITHIN = 3_000

type Message = { origin: string; source: unknown; data: unknown }

/** The uri in a message of the wallet's callback page; undefined for anything else. */
function resultUriOf(
  { origin, source, data }: Message,
  { walletOrigin, popup }: { walletOrigin: string; popup?: SocialWindow },
): string | undefined {
  if (origin !== walletOrigin || (popup && !popup.isSource(source))) return undefined
  const message = socialMessage.safeParse(data)
  return message.success ? message.data.resultUri : undefined
}

/**
 * Waits for the window's result. Messages of any other origin or window are ignored.
 *
 * @throws SocialWindowClosedError, SocialWindowSeveredError, SocialExpiredError after 10 min, or the signal's reason
 */
function awaitSocialResult(
  page: SocialPage,
  parameters: { walletOrigin: string; popup: SocialWindow; signal: AbortSignal },
): Promise<string> {
  const { popup, signal } = parameters
  return new Promise((resolve, reject) => {
    const began = Date.now()
    let grace: ReturnType<typeof setTimeout> | undefined
    const settle = (finish: () => void) => {
      clearInterval(looking)
      clearTimeout(grace)
      clearTimeout(expiry)
      stop()
      signal.removeEventListener('abort', abort)
      finish()
    }
    const abort = () => settle(() => reject(signal.reason))
    const stop = page.onMessage((event) => {
      const uri = resultUriOf(event, parameters)
      if (uri !== undefined) settle(() => resolve(uri))
    })
    const looking = setInterval(() => {
      if (grace || !popup.isClosed()) return
      const isSevered = Date.now() - began < SEVERED_WITHIN
      const error = isSevered ? new SocialWindowSeveredError() : new SocialWindowClosedError()
      grace = setTimeout(() => settle(() => reject(error)), CLOSE_GRACE)
    }, LOOK)
    const expiry = setTimeout(() => settle(() => reject(new SocialExpiredError())), SOCIAL_LIFE)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort)
  })
}

const FLOW = '[A-Za-z0-9_-]{22}'
const RETURNED = new RegExp(`^#?${SOCIAL_RETURN}=(${FLOW})(?:\\.error\\.(\\d{4}))?$`)
/** Codes that the service gives a login which did not come to an identity. */
const FIRST_CODE = 4000
const LAST_CODE = 4999

/**
 * The uri of a fragment that a login in redirect mode came back with; undefined when it has another form.
 *
 * @example
 * readSocialReturn('#latchkey_social=<flowId>', 'https://wallet.example.net')
 * // 'https://wallet.example.net/social/done?flow=<flowId>'
 */
export function readSocialReturn(fragment: string, walletOrigin: string): string | undefined {
  const [, flow, error] = RETURNED.exec(fragment) ?? []
  if (!flow) return undefined
  const url = new URL('/social/done', walletOrigin)
  url.searchParams.set('flow', flow)
  if (error) url.searchParams.set('error', error)
  return url.href
}

/**
 * Tells a login that failed at the provider from one to finish. What a uri that passes is worth, the wallet decides.
 *
 * @throws BaseError with the code that the service gave (4121: the person declined), or SocialAnswerError for a uri
 * that is not the wallet's
 */
export function assertSocialResult(uri: string, walletOrigin: string): void {
  const url = URL.canParse(uri) ? new URL(uri) : undefined
  if (url?.origin !== walletOrigin || url.pathname !== '/social/done') throw new SocialAnswerError()
  const error = url.searchParams.get('error')
  if (error === null) return
  const code = /^\d{4}$/.test(error) ? Number(error) : 0
  if (code < FIRST_CODE || code > LAST_CODE) throw new SocialAnswerError()
  throw new BaseError(code, 'The sign-in at the other site did not work.')
}

/** @throws SocialAnswerError for an address that no window may be sent to */
function assertWebUri(uri: string): void {
  const protocol = URL.canParse(uri) ? new URL(uri).protocol : ''
  if (protocol !== 'https:' && protocol !== 'http:') throw new SocialAnswerError()
}

/**
 * Begins to sign in with an account elsewhere. Call it in the click itself: the provider's window is opened here. One
 * login is under way at a time; how it goes is in its `state`.
 *
 * @example
 * const login = startSocialLogin(config, 'google')
 * login.state.subscribe(({ phase }) => console.log(phase))
 */
export function startSocialLogin(
  config: Config,
  provider: SocialProvider,
  page: SocialPage = browserPage,
): SocialLogin {
  const login = prepareSocialLogin(config, provider, page)
  login.open()
  return login
}

/** The same, not begun. */
export function prepareSocialLogin(
  config: Config,
  provider: SocialProvider,
  page: SocialPage = browserPage,
): SocialLogin {
  config.runtime.social?.cancel()
  const login = createSocialLogin(config, provider, page)
  config.runtime.social = login
  return login
}

type ShowLogin = (provider: SocialProvider) => void

/**
 * Goes on with a login that was under way when the page was loaded: one that came back in the address, or one whose
 * window is still open. A result that nobody here asked for is dropped without a word. Returns how to stop.
 *
 * @param fragment what the address had after `#`; it must be off the address by now
 * @param show opens the modal at the view of that login
 */
export function resumeSocialLogin(
  config: Config,
  fragment: string,
  show: ShowLogin,
  page: SocialPage = browserPage,
): () => void {
  const pending = readPendingSocial(config.storage)
  const resumed = (provider: SocialProvider, resultUri: string) => {
    prepareSocialLogin(config, provider, page).finish(resultUri)
    show(provider)
  }
  const returned = readSocialReturn(fragment, config.services.walletOrigin)
  if (!pending) clearPendingSocial(config.storage)
  else if (pending.mode === 'finish') goOn(config, pending, resumed)
  else if (pending.mode === 'popup') return followWindow(config, pending, page, resumed)
  else if (returned !== undefined && !goBack(config, pending, returned, page)) {
    clearPendingSocial(config.storage)
    page.restoreHash(pending.hash)
    resumed(pending.provider, returned)
  }
  return () => undefined
}

/** Leads to the page of this site that was left for the login; it goes on there with the result. */
function goBack(config: Config, pending: PendingSocial, uri: string, page: SocialPage): boolean {
  const { provider, hash, page: left } = pending
  if (left === undefined || !URL.canParse(left) || new URL(left).origin !== new URL(page.address()).origin)
    return false
  writePendingSocial(config.storage, { provider, mode: 'finish', at: Date.now(), hash, uri })
  page.replace(left + hash)
  return true
}

/**
 * The page went away while the account was fetched. The wallet may have signed the visitor in already; if not, it goes on
 * with the same result, which it takes again from this device.
 */
function goOn(
  config: Config,
  { provider, uri }: PendingSocial,
  resumed: (provider: SocialProvider, resultUri: string) => void,
): void {
  clearPendingSocial(config.storage)
  if (uri !== undefined && activeAccount(config).status === 'disconnected') resumed(provider, uri)
}

/** The page was loaded anew, and the window has kept its opener. Nothing is shown before it answers. */
function followWindow(
  config: Config,
  { provider, at }: { provider: SocialProvider; at: number },
  page: SocialPage,
  resumed: (provider: SocialProvider, resultUri: string) => void,
): () => void {
  const { walletOrigin } = config.services
  const stop = () => {
    clearTimeout(expiry)
    unlisten()
  }
  const unlisten = page.onMessage((event) => {
    const uri = resultUriOf(event, { walletOrigin })
    // A login that was begun since has a window of its own.
    if (uri === undefined || config.runtime.social) return
    stop()
    clearPendingSocial(config.storage)
    resumed(provider, uri)
  })
  const expiry = setTimeout(stop, Math.max(0, at + SOCIAL_LIFE - Date.now()))
  return stop
}
