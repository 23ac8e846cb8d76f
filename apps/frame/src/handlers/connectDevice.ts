import { loadSignIn } from '../signIn/loadSignIn.ts'
import type { Handler } from './Handler.ts'

/** Waits for the answer from the mailbox, with the number on the wallet's own screen. */
export const connectDevice: Handler<'connectDevice'> =
  (frame) =>
  async (_, { signal }) => ({ isVerified: await (await loadSignIn()).awaitDevice(frame, signal) })
