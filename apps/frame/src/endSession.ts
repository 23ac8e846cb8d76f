import { BaseError } from '@latchkey/errors'
import { NotConnectedError } from '@latchkey/protocol/frame'
import type { Frame } from './Frame.ts'
import { askKeys } from './keys/askKeys.ts'

/** Signs out of this browser, as the host asked. Somebody who is signed out already has what they want. */
export async function endSession(frame: Frame): Promise<void> {
  frame.store.set({ signingOut: true })
  try {
    await askKeys(frame.keys, 'signOut', {})
  } catch (error) {
    if (!(error instanceof BaseError) || error.code !== NotConnectedError.code) throw error
  } finally {
    await frame.keys.state().catch(() => undefined)
    frame.store.set({ signingOut: false })
  }
}
