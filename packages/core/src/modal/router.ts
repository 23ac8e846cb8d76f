import type { RouterEntry, RouterState } from '../interfaces/Config.ts'

export const currentView = (state: RouterState): RouterEntry => state.stack.at(-1) ?? { name: 'Connect' }

/** A view as the only one; other steps come with the first click. */
export const restarted = (state: RouterState, entry: RouterEntry): RouterState => ({
  ...state,
  stack: [entry],
  direction: 'next',
})
