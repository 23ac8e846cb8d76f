import type { SocialProvider } from '../interfaces/socialProviders.ts'

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

/**
 * What a network to sign in with is called, for a button of the page's own.
 *
 * @example
 * socialName('github') // 'GitHub'
 */
export const socialName = (provider: SocialProvider): string => NAMES[provider]
