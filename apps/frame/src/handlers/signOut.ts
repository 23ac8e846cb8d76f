import { endSession } from '../endSession.ts'
import type { Handler } from './Handler.ts'

/** Signs out of this browser. */
export const signOut: Handler<'signOut'> = (frame) => async () => {
  await endSession(frame)
  return {}
}
