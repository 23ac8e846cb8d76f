import { type Config, SOCIAL_PROVIDERS } from '@latchkey/core'

/** What the operator of most projects offers. */
export const withSocials = (config: Config): void =>
  config.features.setState({ socials: SOCIAL_PROVIDERS, passkeys: true })
