import type { Config } from '../createConfig.ts'
import type { Features } from '../interfaces/Features.ts'
import { identityConnector } from './identityConnector.ts'

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

type Decided = Partial<Pick<Features, 'email' | 'socials' | 'passkeys'>>

/**
 * The networks that the page offers, in its order, as far as its wallet supports the active namespace (spec 6).
 * Names that nobody knows are left out.
 *
 * @param features as far as it is known what the page offers: undefined `socials` offers nothing yet
 */
export function socialProviders(config: Config, { socials }: Decided): SocialProvider[] {
  if (!socials || !identityConnector(config)) return []
  return [...new Set(socials)].flatMap((name) => socialProviderOf(name) ?? [])
}

/** Whether signing in by a passkey is offered: unless the page says no, where its embedded wallet is. */
export function offersPasskeys(config: Config, { email, socials, passkeys }: Decided): boolean {
  if (passkeys === false || !identityConnector(config)) return false
  return email === true || (socials !== undefined && socials !== false && socials.length > 0)
}
