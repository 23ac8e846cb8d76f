import { askKeys } from '../keys/askKeys.ts'
import type { Handler } from './Handler.ts'

/** Begins a change of the e-mail address: first a code to the present one, if there is one. */
export const updateEmail: Handler<'updateEmail'> =
  (frame) =>
  async ({ email }, { signal }) => {
    const locale = frame.store.get().locale.tag
    const emailChange = await askKeys(frame.keys, 'startEmailChange', { email, locale }, signal)
    frame.store.set({ emailChange })
    return { action: emailChange.action }
  }
