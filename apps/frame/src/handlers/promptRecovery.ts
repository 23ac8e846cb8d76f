import { loadSignIn } from '../signIn/loadSignIn.ts'
import type { Handler } from './Handler.ts'

/** Shows how the protected wallet of the login under way is opened on this device. */
export const promptRecovery: Handler<'promptRecovery'> =
  (frame) =>
  async (_, { signal }) => {
    await (await loadSignIn()).recoverWallet(frame, signal)
    return {}
  }
