import { BaseError, hasCode, loading } from '@latchkey/errors'
import type { SocialProvider } from '@latchkey/protocol/socials'
import { parseUrl } from '@latchkey/std/parseUrl'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Config, SocialLogin, SocialLoginState, SocialPhase } from '../interfaces/Config.ts'
import { clearPendingSocial, MOST_HASH, writePendingSocial } from '../storage/pendingSocial.ts'
import { SOCIAL_RETURN } from '../storage/socialReturn.ts'
import { connectSignedIn } from './connectSignedIn.ts'
import {
  SocialAnswerError,
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
/** Code of the service's InvalidRequestError. */
const INVALID_REQUEST = 4002

const isWalletGone = (error: unknown): boolean =>
  error instanceof BaseError && (error.code === CONNECTION_CLOSED || isWalletGone(error.cause))

type Shown = { page: SocialPage; popup: SocialWindow; state: StoreApi<SocialLoginState> }

/** What reads a window's message is loaded with the first login, while the wallet is asked where it goes. */
const loadResult = () => loading(import('./socialResult.ts'))

/**
 * Sends the window to the provider and waits for what it comes back with.
 *
 * @throws SocialWindowSeveredError when the window is lost before it was sent anywhere
 */
async function askWindow(config: Config, asked: Asked, { page, popup, state }: Shown): Promise<string> {
  const { walletOrigin } = config.services
  try {
    const [uri, { awaitSocialResult }] = await Promise.all([askUri(config, asked), loadResult()])
    // A page of the policy `same-origin` loses it at once (COOP); a person who was quicker finds the same ways on.
    if (popup.isClosed()) throw new SocialWindowSeveredError()
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
    if (!hasCode(error, INVALID_REQUEST) || first === href) throw error
    return ask(first)
  })
  const left = to === href || href.length > 2_048 ? {} : { page: href }
  // One that is too long to be read again would take the whole login with it.
  const kept = hash.length > MOST_HASH ? '' : hash
  writePendingSocial(config.storage, { provider, mode: 'redirect', at: Date.now(), hash: kept, ...left })
  await page.leave(uri, signal)
  // Who goes forward again, or whose provider was slow, still comes back with a result.
  if (signal.aborted) clearPendingSocial(config.storage)
  throw new SocialWindowClosedError()
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
  const url = parseUrl(uri)
  if (url?.origin !== walletOrigin || url.pathname !== '/social/done') throw new SocialAnswerError()
  const error = url.searchParams.get('error')
  if (error === null) return
  const code = /^\d{4}$/.test(error) ? Number(error) : 0
  if (code < FIRST_CODE || code > LAST_CODE) throw new SocialAnswerError()
  throw new BaseError(code, 'The sign-in at the other site did not work.')
}

/** @throws SocialAnswerError for an address that no window may be sent to */
function assertWebUri(uri: string): void {
  const protocol = parseUrl(uri)?.protocol
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
