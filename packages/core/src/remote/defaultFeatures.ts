import type { Features } from '../interfaces/Features.ts'

/** What a page offers when neither it nor its project says otherwise. */
export const defaultFeatures: Features = {
  email: true,
  socials: ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook'],
  passkeys: true,
  swaps: ['1inch'],
  onramp: ['coinbase', 'meld'],
  activity: true,
  reownBranding: true,
}
