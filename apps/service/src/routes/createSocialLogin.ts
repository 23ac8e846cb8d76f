import type { ServiceContext } from '../context/ServiceContext.ts'
import { createSocialClients, type SocialClients } from '../identity/social/createSocialClients.ts'
import { createFarcaster, type Farcaster } from '../identity/social/farcaster/createFarcaster.ts'

/** Every social network that is set up here. */
export type SocialLogin = { clients: SocialClients; farcaster: Farcaster | null }

/** Makes what the API and the wallet's own pages share. Nothing is asked yet. */
export const createSocialLogin = ({ config, limits }: ServiceContext): SocialLogin => ({
  clients: createSocialClients(config, limits.socialTimeout),
  farcaster: createFarcaster(config, limits.socialTimeout),
})
