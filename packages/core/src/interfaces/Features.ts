/** Networks that one can sign in with, in the order of spec 9. */
export const SOCIAL_PROVIDERS = [
  'google',
  'x',
  'farcaster',
  'discord',
  'apple',
  'github',
  'facebook',
] as const
export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number]

/** A name of a network that one can sign in with, or nothing. */
export const socialProviderOf = (name: unknown): SocialProvider | undefined =>
  SOCIAL_PROVIDERS.find((known) => known === name)

/** What a project offers (spec 3, remote features). A list names the providers; `false` or an empty list is off. */
export type Features = {
  email: boolean
  socials: readonly string[] | false
  /** Signing in by a passkey, where the embedded wallet is offered. It is the page's choice alone. */
  passkeys: boolean
  swaps: readonly string[] | false
  onramp: readonly string[] | false
  activity: boolean
  reownBranding: boolean
}

/** What a page may decide about by itself: the features that this modal has. */
export type PageFeatures = Partial<Pick<Features, 'email' | 'socials' | 'passkeys'>>
