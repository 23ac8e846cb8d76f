/** Networks that one can sign in with, in the order of spec 9, and how they call themselves in every language. */
const NAMES = {
  google: 'Google',
  x: 'X',
  farcaster: 'Farcaster',
  discord: 'Discord',
  apple: 'Apple',
  github: 'GitHub',
  facebook: 'Facebook',
} as const

export type SocialProvider = keyof typeof NAMES
/** A network whose sign-in goes through a page of its own (OAuth 2, OpenID Connect). */
export type OauthProvider = Exclude<SocialProvider, 'farcaster'>

export const SOCIAL_PROVIDERS: readonly SocialProvider[] = /* @__PURE__ */ Object.keys(
  NAMES,
) as SocialProvider[]

/** Farcaster works by an app that reads a code. */
export const isOauthProvider = (provider: SocialProvider): provider is OauthProvider =>
  provider !== 'farcaster'

/** A network that one can sign in with, or nothing. */
export const socialProviderOf = (name: unknown): SocialProvider | undefined =>
  SOCIAL_PROVIDERS.find((known) => known === name)

/**
 * What a network to sign in with is called, for a button of the page's own.
 *
 * @example
 * socialName('github') // 'GitHub'
 */
export const socialName = (provider: SocialProvider): string => NAMES[provider]
