import type { Config, SocialProvider } from '@latchkey/core'
import { prepareSocialLogin, type SocialLoginState } from '@latchkey/core/identity'

/** A sign-in with an account elsewhere that stands still. */
export const pretendSocialLogin =
  (provider: SocialProvider, phase: SocialLoginState['phase'], error?: unknown) =>
  (config: Config): void => {
    const login = prepareSocialLogin(config, provider, {
      open: () => undefined,
      onMessage: () => () => undefined,
      address: () => 'https://app.example/',
      restoreHash: () => undefined,
      replace: () => undefined,
      leave: () => new Promise(() => undefined),
    })
    login.state.setState({ phase, error })
  }
