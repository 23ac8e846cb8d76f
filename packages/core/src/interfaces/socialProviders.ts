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
