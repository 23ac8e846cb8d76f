import { getSession, InvalidTokenError } from '@latchkey/protocol/http'
import { SignedOutError } from '@latchkey/protocol/keys'
import { hasCode } from '../hasCode.ts'
import type { MakeHandler } from './Handler.ts'

/** Asks the service what holds: grants and wallet may have changed, and the session may have been ended elsewhere. */
export const syncSession: MakeHandler<'syncSession'> =
  ({ context, readState }) =>
  async (_params, { signal }) => {
    const { partition, authorized } = context
    try {
      const session = await authorized.call(getSession, { signal })
      const stored = await partition.sessions.read()
      const differs = stored && JSON.stringify(stored.value.session) !== JSON.stringify(session)
      if (differs && stored.value.session.user.id === session.user.id) {
        const written = await partition.sessions.write(
          { ...stored.value, session },
          (tag) => tag === stored.tag,
        )
        if (written) await context.changed()
      }
    } catch (error) {
      if (!hasCode(error, SignedOutError.code, InvalidTokenError.code)) throw error
    }
    return readState()
  }
