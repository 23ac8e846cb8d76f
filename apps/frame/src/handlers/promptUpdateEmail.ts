import { loadSignIn } from '../signIn/loadSignIn.ts'
import type { Handler } from './Handler.ts'

/** Shows the wallet's own code screen for the step that `updateEmail` began. */
export const promptUpdateEmail: Handler<'promptUpdateEmail'> =
  (frame) =>
  async (_, { signal }) =>
    (await loadSignIn()).promptEmailChange(frame, signal)
