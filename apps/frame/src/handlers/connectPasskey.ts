import { loadSignIn } from '../signIn/loadSignIn.ts'
import type { Handler } from './Handler.ts'
import { loadUser } from './loadUser.ts'

/** Signs in by a passkey, here or in the wallet's own window. */
export const connectPasskey: Handler<'connectPasskey'> =
  (frame) =>
  async (wanted, { signal }) => {
    await (await loadSignIn()).signInWithPasskey(frame, signal)
    return loadUser(frame, wanted)
  }
