import type { SocialProvider } from '@latchkey/protocol/socials'
import { parseUrl } from '@latchkey/std/parseUrl'
import { activeAccount } from '../account/accounts.ts'
import type { Config } from '../interfaces/Config.ts'
import {
  clearPendingSocial,
  type PendingSocial,
  readPendingSocial,
  SOCIAL_LIFE,
  writePendingSocial,
} from '../storage/pendingSocial.ts'
import { prepareSocialLogin, readSocialReturn } from './socialLogin.ts'
import { browserPage, type SocialPage } from './socialPage.ts'

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
  if (left === undefined || parseUrl(left)?.origin !== new URL(page.address()).origin) return false
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
  let isOver = false
  const stop = () => {
    isOver = true
    clearTimeout(expiry)
    unlisten()
  }
  const unlisten = page.onMessage(async (event) => {
    if (event.origin !== walletOrigin) return
    // Loaded for a message of the wallet alone. Where it does not load, the login ends by its time.
    const uri = await import('./socialResult.ts').then(
      ({ resultUriOf }) => resultUriOf(event, { walletOrigin }),
      () => undefined,
    )
    // A login that was begun since has a window of its own.
    if (isOver || uri === undefined || config.runtime.social) return
    stop()
    clearPendingSocial(config.storage)
    resumed(provider, uri)
  })
  const expiry = setTimeout(stop, Math.max(0, at + SOCIAL_LIFE - Date.now()))
  return stop
}
