import type { getAccount as route } from '@latchkey/protocol/http'
import { and, desc, eq, ne } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { grants, users, wallets } from '../db/schema.ts'
import { type Call, sessionOf } from '../http/Call.ts'
import { strongUntil } from '../identity/users/strongLogin.ts'
import { readEmail } from '../identity/users/users.ts'
import { emailHint } from '../mail/normalizeEmail.ts'
import { describeWallet } from '../wallets/walletRecords.ts'
import { describeDevices } from './describeDevices.ts'
import { describeIdentities } from './describeIdentities.ts'
import { describeMethods } from './describeMethods.ts'

type Site = z.output<typeof route.reply>['sites'][number]

/** Sites that the account is connected with, newest first. The wallet's own page is none. */
async function describeSites(service: ServiceContext, userId: string): Promise<Site[]> {
  const { db, config } = service
  const rows = await db
    .select()
    .from(grants)
    .where(and(eq(grants.userId, userId), ne(grants.origin, config.walletOrigin)))
    .orderBy(desc(grants.createdAt))
    .limit(1_000)
  // A project that is off or gone still has its sites, which one may want to disconnect.
  const names = new Map(config.projects.map(({ id, name }) => [id, name]))
  return rows.map(({ projectId, origin, createdAt }) => ({
    projectId,
    projectName: names.get(projectId) ?? projectId,
    origin,
    connectedAt: createdAt,
  }))
}

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
