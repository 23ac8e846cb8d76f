import { RecoveryNeededError } from '@latchkey/protocol/frame'
import { askKeys } from '../keys/askKeys.ts'
import type { Handler } from './Handler.ts'
import { loadUser } from './loadUser.ts'

/** Takes what a social login ended with. Keys refuses whatever it did not begin itself. */
export const connectSocial: Handler<'connectSocial'> =
  (frame) =>
  async ({ uri, ...wanted }) => {
    const { status } = await askKeys(frame.keys, 'finishSocial', { uri })
    if (status === 'awaitingRecovery') throw new RecoveryNeededError()
    return loadUser(frame, wanted)
  }
