import { activeAccount } from '../account/activeConnection.ts'
import type { Config } from '../interfaces/Config.ts'
import type { SocialProvider } from '../interfaces/Features.ts'
import {
  clearPendingSocial,
  type PendingSocial,
  readPendingSocial,
  SOCIAL_LIFE,
} from '../storage/pendingSocial.ts'
import { resultUriOf } from './awaitSocialResult.ts'
import { readSocialReturn } from './readSocialResult.ts'
import { browserPage, type SocialPage } from './socialPage.ts'
import { prepareSocialLogin } from './startSocialLogin.ts'

export type ShowLogin = (provider: SocialProvider) => void

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
  else if (returned !== undefined) {
    clearPendingSocial(config.storage)
    page.restoreHash(pending.hash)
    resumed(pending.provider, returned)
  }
  return () => undefined
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
