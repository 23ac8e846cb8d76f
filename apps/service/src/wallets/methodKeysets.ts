import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Database } from '../db/Database.ts'
import { keysets } from '../db/schema.ts'

export type KeysetRow = typeof keysets.$inferSelect

/** How long a new keyset of a method is given to the device that made it in place of the proven one. */
const PROOF_WINDOW = 1_800_000

/** Keysets of a wallet's ways to recover, newest first. */
export function readMethodKeysets(db: Database, walletId: string): Promise<KeysetRow[]> {
  return db
    .select()
    .from(keysets)
    .where(and(eq(keysets.walletId, walletId), inArray(keysets.kind, ['passkey', 'code'])))
    .orderBy(desc(keysets.createdAt), desc(keysets.id))
}

/** Methods that a round trip has proven; each counts once. */
export async function provenMethods(db: Database, walletId: string): Promise<Set<string>> {
  const rows = await db
    .select({ methodId: keysets.methodId })
    .from(keysets)
    .where(
      and(
        eq(keysets.walletId, walletId),
        inArray(keysets.kind, ['passkey', 'code']),
        isNotNull(keysets.provenAt),
      ),
    )
  return new Set(rows.flatMap(({ methodId }) => (methodId === null ? [] : [methodId])))
}

/**
 * Which keyset of a method is given out. A new one stands beside the proven one until it is proven itself, so that a
 * renewal that ends in the middle locks nobody out: for a while its maker gets it, everyone else the proven one. Where
 * none is proven yet, the newest is given, so that any device of the owner can prove it.
 *
 * @param candidates of one method, newest first
 */
export function chooseKeyset(
  candidates: readonly KeysetRow[],
  { jkt, now }: { jkt: string; now: number },
): KeysetRow | undefined {
  const isOwnNew = ({ provenAt, jkt: maker, createdAt }: KeysetRow) =>
    provenAt === null && maker === jkt && now - createdAt <= PROOF_WINDOW
  return candidates.find(isOwnNew) ?? candidates.find(({ provenAt }) => provenAt !== null) ?? candidates[0]
}
