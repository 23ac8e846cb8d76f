import {
  getSession,
  refresh,
  ServiceUnreachableError,
  type Session,
  type Tokens,
} from '@latchkey/protocol/http'
import type { ProofClient } from '../http/proofClient.ts'
import type { Bound, TokenSource } from '../http/tokenClient.ts'
import type { KeysContext, Partition } from '../state/KeysContext.ts'

/** The part of `navigator.locks` that is used. */
export type Locks = {
  request<T>(name: string, options: { signal: AbortSignal }, run: () => Promise<T>): Promise<T>
}

/** Longest wait for another tab, in ms: it holds the lock for one request at most. */
const PATIENCE = 12_000

/**
 * Runs `task` while no other tab of this partition runs one under the same name. Where the browser has no locks, or
 * blocks them together with storage, `task` runs at once.
 *
 * @throws ServiceUnreachableError when another tab keeps the lock too long
 */
export async function underLock<T>(
  locks: Locks | undefined,
  name: string,
  task: () => Promise<T>,
): Promise<T> {
  if (!locks) return task()
  const waiting = new AbortController()
  const timer = setTimeout(() => waiting.abort(), PATIENCE)
  let started = false
  try {
    return await locks.request(name, { signal: waiting.signal }, () => {
      started = true
      clearTimeout(timer)
      return task()
    })
  } catch (error) {
    if (started) throw error
    if (waiting.signal.aborted) throw new ServiceUnreachableError()
    return task()
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Reads and renews the stored tokens. A refresh token is used once: within a tab one renewal runs at a time, across tabs a
 * lock holds the others off, and whoever gets the lock looks first whether the tokens were renewed meanwhile.
 *
 * @param onEnded called after the service has ended the session
 */
export function createTokenSource(
  parts: { partition: Partition; client: ProofClient; locks: Locks | undefined },
  onEnded: () => Promise<void>,
): TokenSource {
  const { partition, client, locks } = parts
  let running: Promise<Bound | null> | null = null

  const current = async (): Promise<Bound | null> => {
    const record = await partition.sessions.read()
    if (!record) return null
    const { tokens, session } = record.value
    return { tokens, userId: session.user.id, proofKey: (await partition.device()).proofKey }
  }

  const renewNow = async (stale: Tokens): Promise<Bound | null> => {
    const record = await partition.sessions.read()
    if (!record) return null
    const { proofKey } = await partition.device()
    const userId = record.value.session.user.id
    if (record.value.tokens.refreshToken !== stale.refreshToken)
      return { tokens: record.value.tokens, proofKey, userId }
    const tokens = await client.call(refresh, { proofKey }, { body: { refreshToken: stale.refreshToken } })
    const kept = await partition.sessions.write({ ...record.value, tokens }, (tag) => tag === record.tag)
    // Signed out, or signed in anew, while the request was under way: these tokens belong to nobody here.
    return kept ? { tokens, proofKey, userId } : current()
  }

  return {
    current,
    renew(stale) {
      running ??= underLock(locks, 'latchkey-refresh', () => renewNow(stale)).finally(() => {
        running = null
      })
      return running
    },
    async ended(stale) {
      const record = await partition.sessions.read()
      if (record?.value.tokens.refreshToken !== stale.refreshToken) return
      await partition.sessions.remove((tag) => tag === record.tag)
      await onEnded()
    },
  }
}

/**
 * Reads from the service what holds of the session: grants, tier and identities may have changed.
 *
 * @throws SignedOutError, InvalidTokenError when there is no session any more
 */
export async function refreshSession(context: KeysContext, signal: AbortSignal): Promise<void> {
  await keepSession(context, await context.authorized.call(getSession, { signal }))
}

/** Puts what the service says of the session on record, unless somebody else is signed in by now. */
export async function keepSession({ partition, changed }: KeysContext, session: Session): Promise<void> {
  const stored = await partition.sessions.read()
  const differs = stored && JSON.stringify(stored.value.session) !== JSON.stringify(session)
  if (!differs || stored.value.session.user.id !== session.user.id) return
  const written = await partition.sessions.write({ ...stored.value, session }, (tag) => tag === stored.tag)
  if (written) await changed()
}
