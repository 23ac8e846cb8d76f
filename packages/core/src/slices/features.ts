import { createStore } from 'zustand/vanilla'
import type { Features } from '../interfaces/Features.ts'

/**
 * What the page offers now. E-mail needs nobody's leave to begin with; what else there is comes with the project's
 * configuration, or the defaults when that cannot be had.
 */
export const createFeaturesSlice = (local: Partial<Features> = {}) =>
  createStore<Partial<Features> & Pick<Features, 'email'>>(() => ({ email: true, ...local }))
export type FeaturesSlice = ReturnType<typeof createFeaturesSlice>
