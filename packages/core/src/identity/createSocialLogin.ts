import { BaseError } from '@latchkey/errors'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Config } from '../interfaces/Config.ts'
import type { SocialProvider } from '../interfaces/Features.ts'
import type { SocialLogin, SocialLoginState, SocialPhase } from '../interfaces/SocialLogin.ts'
import { clearPendingSocial, writePendingSocial } from '../storage/pendingSocial.ts'
import { awaitSocialResult } from './awaitSocialResult.ts'
import { connectSignedIn } from './connectSignedIn.ts'
import { SocialWindowBlockedError, SocialWindowClosedError } from './errors.ts'
import { requireIdentity } from './identityConnector.ts'
import { assertSocialResult, assertWebUri } from './readSocialResult.ts'
import type { SocialPage, SocialWindow } from './socialPage.ts'

/** One sign-in with an account elsewhere, from the click to the connected account. A new beginning ends the earlier one. */
export function createSocialLogin(config: Config, provider: SocialProvider, page: SocialPage): SocialLogin {
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
  const uri = await askUri(config, { provider, mode: 'redirect', returnUri: returnUri.href, signal })
  writePendingSocial(config.storage, { provider, mode: 'redirect', at: Date.now(), hash })
  await page.leave(uri, signal)
  clearPendingSocial(config.storage)
  throw new SocialWindowClosedError()
}
