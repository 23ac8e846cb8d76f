import { getSession } from '@latchkey/protocol/http'
import type { KeysContext } from '../state/KeysContext.ts'

/**
 * Reads from the service what holds of the session: grants, tier and identities may have changed.
 *
 * @throws SignedOutError, InvalidTokenError when there is no session any more
 */
export async function refreshSession(
  { partition, authorized, changed }: KeysContext,
  signal: AbortSignal,
): Promise<void> {
  const session = await authorized.call(getSession, { signal })
  const stored = await partition.sessions.read()
  const differs = stored && JSON.stringify(stored.value.session) !== JSON.stringify(session)
  if (!differs || stored.value.session.user.id !== session.user.id) return
  const written = await partition.sessions.write({ ...stored.value, session }, (tag) => tag === stored.tag)
  if (written) await changed()
}
