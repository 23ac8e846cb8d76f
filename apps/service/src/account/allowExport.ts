import { type allowExport as route, WalletNotFoundError } from '@latchkey/protocol/http'
import { and, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { audit } from '../db/audit.ts'
import { users, wallets } from '../db/schema.ts'
import { type Call, sessionOf } from '../http/Call.ts'
import { callerOf } from '../identity/devices/callerOf.ts'
import { accountLink, enqueueNotice } from '../identity/users/enqueueNotice.ts'
import { requireMayHaveSecret, requireStrongLogin } from '../identity/users/freeze.ts'

/**
 * Opens the gate for an export and tells the owner by mail. A kit shows no key, so it does not mark the account.
 *
 * @throws FreshLoginRequiredError, AccountFrozenError, AccountHeldError, WalletNotFoundError
 */
export async function allowExport(
  service: ServiceContext,
  call: Call<z.output<typeof route.body>>,
): Promise<z.output<typeof route.reply>> {
  const { db, config } = service
  const session = sessionOf(call)
  const { userId, projectId } = session
  const { what } = call.body
  requireStrongLogin(service, session)
  await requireMayHaveSecret(service, session)
  const ofUser = and(eq(wallets.userId, userId), eq(wallets.status, 'active'))
  const [wallet] = await db.select({ id: wallets.id }).from(wallets).where(ofUser)
  if (!wallet) throw new WalletNotFoundError()
  const now = config.now()
  const { browser, place, locale } = callerOf(call)
  await db.transaction(async (transaction) => {
    if (what !== 'kit') await transaction.update(users).set({ exportedAt: now }).where(eq(users.id, userId))
    await audit(transaction, { at: now, userId, kind: 'export-allowed', facts: { what } })
    const link = accountLink(service, projectId)
    await enqueueNotice(
      service,
      transaction,
      userId,
      { kind: 'exported', what, link, browser, place },
      locale,
    )
  })
  return {}
}
