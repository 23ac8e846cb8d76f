import { BaseError } from '@latchkey/errors'
import { NotConnectedError } from '@latchkey/protocol/frame'
import { askKeys } from '../keys/askKeys.ts'
import type { Handler } from './Handler.ts'

/** Signs out of this browser. Somebody who is signed out already has what they want. */
export const signOut: Handler<'signOut'> = (frame) => async () => {
  frame.store.set({ signingOut: true })
  try {
    await askKeys(frame.keys, 'signOut', {})
  } catch (error) {
    if (!(error instanceof BaseError) || error.code !== NotConnectedError.code) throw error
  } finally {
    await frame.keys.state().catch(() => undefined)
    frame.store.set({ signingOut: false })
  }
  return {}
}
