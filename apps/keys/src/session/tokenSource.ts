import { refresh, type Tokens } from '@latchkey/protocol/http'
import type { ProofClient } from '../http/proofClient.ts'
import type { Bound, TokenSource } from '../http/tokenClient.ts'
import type { Partition } from '../state/partition.ts'
import { type Locks, underLock } from './crossTabLock.ts'

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
    return { tokens: record.value.tokens, proofKey: (await partition.device()).proofKey }
  }

  const renewNow = async (stale: Tokens): Promise<Bound | null> => {
    const record = await partition.sessions.read()
    if (!record) return null
    const { proofKey } = await partition.device()
    if (record.value.tokens.refreshToken !== stale.refreshToken)
      return { tokens: record.value.tokens, proofKey }
    const tokens = await client.call(refresh, { proofKey }, { body: { refreshToken: stale.refreshToken } })
    const kept = await partition.sessions.write({ ...record.value, tokens }, (tag) => tag === record.tag)
    // Signed out, or signed in anew, while the request was under way: these tokens belong to nobody here.
    return kept ? { tokens, proofKey } : current()
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
