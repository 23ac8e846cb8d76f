import type { getAccount as route } from '@latchkey/protocol/http'
import { eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { users, wallets } from '../db/schema.ts'
import { type Call, sessionOf } from '../http/Call.ts'
import { strongUntil } from '../identity/users/strongLogin.ts'
import { readEmail } from '../identity/users/users.ts'
import { emailHint } from '../mail/normalizeEmail.ts'
import { describeWallet } from '../wallets/walletRecords.ts'
import { describeDevices } from './describeDevices.ts'
import { describeIdentities } from './describeIdentities.ts'
import { describeMethods } from './describeMethods.ts'
import { describeSites } from './describeSites.ts'

/** Everything that the account page shows. */
export async function getAccount(
  service: ServiceContext,
  call: Call<z.output<typeof route.body>>,
): Promise<z.output<typeof route.reply>> {
  const { db, config } = service
  const session = sessionOf(call)
  const { userId } = session
  const [user] = await db.select().from(users).where(eq(users.id, userId))
  if (!user) throw new Error('The session belongs to no account.')
  const [wallet] = await db.select().from(wallets).where(eq(wallets.userId, userId))
  const email = await readEmail(service, userId)
  const hint = email === null ? null : emailHint(email)
  const stillHeld = (until: number | null) => (until !== null && until > config.now() ? until : null)
  return {
    createdAt: user.createdAt,
    emailHint: hint,
    tier: wallet?.tier ?? null,
    wallet: wallet ? await describeWallet(db, wallet) : null,
    freshUntil: strongUntil(service, session),
    frozenAt: user.frozenAt,
    exportHeldUntil: stillHeld(user.exportHeldUntil),
    recoveryHeldUntil: stillHeld(user.recoveryHeldUntil),
    exportedAt: user.exportedAt,
    devices: await describeDevices(service, session),
    sites: await describeSites(service, userId),
    identities: await describeIdentities(service, user, hint),
    methods: await describeMethods(service, userId, wallet?.id),
  }
}
