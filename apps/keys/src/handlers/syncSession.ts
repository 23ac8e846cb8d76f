import { InvalidTokenError } from '@latchkey/protocol/http'
import { SignedOutError } from '@latchkey/protocol/keys'
import { hasCode } from '../hasCode.ts'
import { refreshSession } from '../session/refreshSession.ts'
import type { MakeHandler } from './Handler.ts'

/** Asks the service what holds: grants and wallet may have changed, and the session may have been ended elsewhere. */
export const syncSession: MakeHandler<'syncSession'> =
  ({ context, readState }) =>
  async (_params, { signal }) => {
    try {
      await refreshSession(context, signal)
    } catch (error) {
      if (!hasCode(error, SignedOutError.code, InvalidTokenError.code)) throw error
    }
    return readState()
  }
