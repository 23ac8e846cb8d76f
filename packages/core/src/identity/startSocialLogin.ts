import type { Config } from '../interfaces/Config.ts'
import type { SocialProvider } from '../interfaces/Features.ts'
import type { SocialLogin } from '../interfaces/SocialLogin.ts'
import { createSocialLogin } from './createSocialLogin.ts'
import { browserPage, type SocialPage } from './socialPage.ts'

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
