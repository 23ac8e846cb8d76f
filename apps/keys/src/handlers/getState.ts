import type { MakeHandler } from './Handler.ts'
import { loadLogin } from './lazyHandlers.ts'

/** Answers from this partition alone, without the network. Whoever is signed out will sign in: that code is fetched meanwhile. */
export const getState: MakeHandler<'getState'> = (parts) => async () => {
  const state = await parts.readState()
  if (state.status !== 'signedIn') loadLogin().catch(() => undefined)
  return state
}
