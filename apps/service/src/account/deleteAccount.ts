import type { deleteAccount as route } from '@latchkey/protocol/http'
import { eq, inArray } from 'drizzle-orm'
import { getAddress } from 'viem'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../context/ServiceContext.ts'
import type { Database } from '../db/Database.ts'
import * as identity from '../db/identitySchema.ts'
import * as tables from '../db/schema.ts'
import { sponsorSpending } from '../db/sponsorSchema.ts'
import { type Call, sessionOf } from '../http/Call.ts'
import { requireMayRemove } from '../identity/users/freeze.ts'
import { forgetOwners } from '../names/nameRecords.ts'
import { normalAddress } from '../siwx/sessions.ts'
import { provenAddresses } from '../wallets/provenAddresses.ts'

/** Rows that know the account by its e-mail address alone. */
async function deleteOfAddress(db: Database, emailKey: string): Promise<void> {
  for (const table of [
    tables.challenges,
    identity.deviceRequests,
    identity.deviceVerdicts,
    tables.loginFailures,
  ])
    await db.delete(table).where(eq(table.emailKey, emailKey))
}

/** What lies under the wallet, and what sites keep under its addresses. */
async function deleteOfWallet(
  service: ServiceContext,
  db: Database,
  wallet: typeof tables.wallets.$inferSelect,
): Promise<void> {
  const { id, accounts, smartAccount } = wallet
  await service.recovery.forget(id, db)
  await db.delete(sponsorSpending).where(eq(sponsorSpending.walletId, id))
  const smart = smartAccount ? [getAddress(smartAccount)] : []
  const addresses: string[] = [...accounts.map(({ address }) => address), ...smart]
  const { siwxSessions, analyticsEvents } = tables
  // Names and sign-ins go with the key alone: whoever makes a wallet can list addresses of others in it.
  const proven = provenAddresses(wallet)
  await forgetOwners(db, proven)
  await db.delete(siwxSessions).where(inArray(siwxSessions.addressKey, proven))
  const written = [...addresses, ...addresses.map(normalAddress)]
  await db.delete(analyticsEvents).where(inArray(analyticsEvents.address, written))
}

/** Rows that no foreign key ties to the account. */
async function deleteOfUser(db: Database, userId: string): Promise<void> {
  for (const table of [identity.socialFlows, identity.passkeyChallenges, identity.joins, tables.auditEvents])
    await db.delete(table).where(eq(table.userId, userId))
  const counted = ['recover', 'open-method'].map((what) => `${what}:${userId}`)
  await db.delete(tables.counters).where(inArray(tables.counters.key, counted))
}

/**
 * Deletes an account with all that belongs to it, its log too, all or nothing. Not while it is frozen or on hold: then
 * it may be a stranger who asks.
 *
 * @throws FreshLoginRequiredError, AccountFrozenError, AccountHeldError
 */
export async function deleteAccount(
  service: ServiceContext,
  call: Call<z.output<typeof route.body>>,
): Promise<z.output<typeof route.reply>> {
  const session = sessionOf(call)
  await requireMayRemove(service, session)
  const { userId } = session
  const { users, wallets } = tables
  await service.db.transaction(async (transaction) => {
    // In the order in which other changes lock: the wallet, then the account.
    const [wallet] = await transaction.select().from(wallets).where(eq(wallets.userId, userId)).for('update')
    const [user] = await transaction.select().from(users).where(eq(users.id, userId)).for('update')
    if (wallet) await deleteOfWallet(service, transaction, wallet)
    if (user?.emailKey) await deleteOfAddress(transaction, user.emailKey)
    await deleteOfUser(transaction, userId)
    // Sessions, tokens, grants, identities, passkeys, devices, mail links, the wallet and its shares go with it.
    await transaction.delete(users).where(eq(users.id, userId))
  })
  return {}
}
