import { endSession } from '../session/endSession.ts'
import type { MakeHandler } from './Handler.ts'

/** Does not wait for a login that is under way: it ends that too. */
export const signOut: MakeHandler<'signOut'> =
  ({ context, cancelLogin }) =>
  async () => {
    cancelLogin()
    await endSession(context)
    return {}
  }
