import { promptCode } from '../code/promptCode.ts'
import type { Handler } from './Handler.ts'

/** Shows the wallet's own code screen. */
export const promptOtp: Handler<'promptOtp'> =
  (frame) =>
  async (_, { signal }) => {
    await promptCode(frame, signal)
    return {}
  }
