import { loadSignIn } from '../signIn/loadSignIn.ts'
import type { Handler } from './Handler.ts'

/** Shows the code for the person's app, and answers when the person is signed in. */
export const connectFarcaster: Handler<'connectFarcaster'> =
  (frame) =>
  async (_, { signal }) => ({ userName: await (await loadSignIn()).awaitFarcaster(frame, signal) })
