import { createStore } from 'zustand/vanilla'
import type { Features } from '../interfaces/Features.ts'

/** What a page offers when nobody says otherwise. */
export const defaultFeatures: Features = {
  email: true,
  socials: ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook'],
  swaps: ['1inch'],
  onramp: ['coinbase', 'meld'],
  activity: true,
  reownBranding: true,
}

/** What the page offers now; a fetched project configuration replaces it. */
export const createFeaturesSlice = (local: Partial<Features> = {}) =>
  createStore<Features>(() => ({ ...defaultFeatures, ...local }))
export type FeaturesSlice = ReturnType<typeof createFeaturesSlice>
