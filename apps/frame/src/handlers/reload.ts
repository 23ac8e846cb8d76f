import { askKeys } from '../keys/askKeys.ts'
import type { Handler } from './Handler.ts'

/**
 * Starts the frame anew, for a person who left a sign-in: what is under way is dropped, so that a link that was shown signs
 * nobody in any more. The answer leaves first, or the host would wait for it.
 */
export const reload: Handler<'reload'> = (frame) => async () => {
  await askKeys(frame.keys, 'cancelLogin', {}).catch(() => undefined)
  setTimeout(frame.reload, 0)
  return {}
}
