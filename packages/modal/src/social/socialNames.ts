import type { SocialProvider } from '@latchkey/core'

/** How the networks call themselves; the same in every language. */
const NAMES: Readonly<Record<SocialProvider, string>> = {
  google: 'Google',
  x: 'X',
  farcaster: 'Farcaster',
  discord: 'Discord',
  apple: 'Apple',
  github: 'GitHub',
  facebook: 'Facebook',
}

export const socialName = (provider: SocialProvider): string => NAMES[provider]
