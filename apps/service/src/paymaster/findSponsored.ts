import { SponsorshipRefusedError } from '@latchkey/protocol/http'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { sessions, users, wallets } from '../db/schema.ts'
import { accountContracts, type DraftOperation } from '../userOperations/userOperation.ts'

/**
 * Finds the wallet whose smart account sends an operation. Its owner must be signed in to this very project, and the
 * account be put up by the wallet's own factory, if at all.
 *
 * @returns the wallet's id
 * @throws SponsorshipRefusedError with `reason` `sender` or `factory`
 */
export async function findSponsored(
  { db, config }: ServiceContext,
  projectId: string,
  { sender, factory }: DraftOperation,
): Promise<string> {
  if (factory && factory.toLowerCase() !== accountContracts.SafeProxyFactory.toLowerCase())
    throw new SponsorshipRefusedError({ data: { reason: 'factory' } })
  const [row] = await db
    .select({ id: wallets.id })
    .from(wallets)
    .innerJoin(users, eq(users.id, wallets.userId))
    .innerJoin(sessions, eq(sessions.userId, wallets.userId))
    .where(
      and(
        eq(wallets.smartAccount, sender.toLowerCase()),
        eq(wallets.status, 'active'),
        isNull(users.frozenAt),
        eq(sessions.projectId, projectId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, config.now()),
      ),
    )
    .limit(1)
  if (!row) throw new SponsorshipRefusedError({ data: { reason: 'sender' } })
  return row.id
}
