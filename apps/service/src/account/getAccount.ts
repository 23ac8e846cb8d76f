import { identityProvider } from '@latchkey/protocol'
import type { getAccount as getAccountRoute } from '@latchkey/protocol/http'
import { and, asc, desc, eq, gt, inArray, isNull, max, ne } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { devices, identities, passkeys } from '../db/identitySchema.ts'
import { grants, keysets, sessions, users, wallets } from '../db/schema.ts'
import { type Call, sessionOf } from '../http/Call.ts'
import { describeBrowser, describePlace } from '../identity/devices/callerOf.ts'
import { strongUntil } from '../identity/users/freeze.ts'
import { openLabel, readEmail } from '../identity/users/users.ts'
import { emailHint } from '../mail/normalizeEmail.ts'
import type { ActiveSession } from '../sessions/sessions.ts'
import { type KeysetRow, readMethodKeysets } from '../wallets/methods.ts'
import { describeWallet } from '../wallets/walletRecords.ts'

type Device = z.output<typeof getAccountRoute.reply>['devices'][number]

const MOST_DEVICES = 200
const MOST_SITES = 50

/** Device keys that are signed in or hold a share, the one used last first. A browser is one for each site it visits. */
async function describeDevices(service: ServiceContext, current: ActiveSession): Promise<Device[]> {
  const { db, config } = service
  const { userId } = current
  const isLive = and(isNull(sessions.revokedAt), gt(sessions.expiresAt, config.now()))
  const live = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isLive))
  const shares = await db
    .select({ jkt: keysets.jkt, createdAt: keysets.createdAt })
    .from(keysets)
    .where(and(eq(keysets.userId, userId), eq(keysets.kind, 'device')))
  const known = await db.select().from(devices).where(eq(devices.userId, userId))
  const keys = new Set([...live, ...shares].flatMap(({ jkt }) => (jkt === null ? [] : [jkt])))
  const described = [...keys].map((id): Device => {
    const device = known.find(({ jkt }) => jkt === id)
    const own = live.filter(({ jkt }) => jkt === id)
    const held = shares.filter(({ jkt }) => jkt === id)
    const times = [...own.map(({ authTime }) => authTime), ...held.map(({ createdAt }) => createdAt)]
    const sites = new Set(own.flatMap(({ hostOrigin }) => (hostOrigin === null ? [] : [hostOrigin])))
    return {
      id,
      browser: device?.browser ?? describeBrowser(null),
      place: device?.place ?? describePlace(''),
      sites: [...sites].sort().slice(0, MOST_SITES),
      signedInAt: Math.max(...times),
      seenAt: Math.max(device?.seenAt ?? 0, ...times),
      hasShare: held.length > 0,
      current: id === current.jkt,
    }
  })
  return described.sort((one, two) => two.seenAt - one.seenAt).slice(0, MOST_DEVICES)
}

type Identity = z.output<typeof getAccountRoute.reply>['identities'][number]

async function lastEmailLogin({ db }: ServiceContext, userId: string): Promise<number | null> {
  const [row] = await db
    .select({ at: max(sessions.authTime) })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), inArray(sessions.method, ['email', 'email-long'])))
  return row?.at ?? null
}

/**
 * The e-mail address, under the account's own id, and the social identities. Passkeys are listed with the ways to
 * recover.
 *
 * @param emailHint the masked address
 */
async function describeIdentities(
  service: ServiceContext,
  { id: userId, emailKey, emailSince, createdAt }: typeof users.$inferSelect,
  emailHint: string | null,
): Promise<Identity[]> {
  const rows = await service.db
    .select()
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(asc(identities.createdAt))
    .limit(31)
  const social = rows.flatMap((row): Identity[] => {
    const provider = identityProvider().safeParse(row.provider)
    if (!provider.success) return []
    const label = openLabel(service, row) ?? ''
    return [{ id: row.id, provider: provider.data, label, addedAt: row.createdAt, usedAt: row.usedAt }]
  })
  if (emailKey === null) return social
  const addedAt = emailSince ?? createdAt
  const usedAt = Math.max((await lastEmailLogin(service, userId)) ?? 0, addedAt)
  return [{ id: userId, provider: 'email', label: emailHint ?? '', addedAt, usedAt }, ...social]
}

type Method = z.output<typeof getAccountRoute.reply>['methods'][number]

/** The proven keyset, else the newest. */
const mainOf = (rows: readonly KeysetRow[]) => rows.find(({ provenAt }) => provenAt !== null) ?? rows[0]

function describeCode(rows: readonly KeysetRow[]): Method[] {
  const main = mainOf(rows)
  if (!main || main.methodId === null) return []
  const { methodId: id, label, createdAt: addedAt, provenAt } = main
  return [{ id, kind: 'code', label: label ?? '', addedAt, provenAt, seals: true }]
}

/** Passkeys, whether or not they can seal, and the recovery code. */
async function describeMethods(
  { db }: ServiceContext,
  userId: string,
  walletId: string | undefined,
): Promise<Method[]> {
  const owned = await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt))
    .limit(15)
  const rows = walletId === undefined ? [] : await readMethodKeysets(db, walletId)
  const sealing = owned.map(({ id, label, createdAt }): Method => {
    const main = mainOf(rows.filter(({ methodId }) => methodId === id))
    const provenAt = main?.provenAt ?? null
    return { id, kind: 'passkey', label, addedAt: createdAt, provenAt, seals: main !== undefined }
  })
  return [...sealing, ...describeCode(rows.filter(({ kind }) => kind === 'code'))]
}

type Site = z.output<typeof getAccountRoute.reply>['sites'][number]

/** Sites that the account is connected with, newest first. The wallet's own page is none. */
async function describeSites(service: ServiceContext, userId: string): Promise<Site[]> {
  const { db, config } = service
  const rows = await db
    .select()
    .from(grants)
    .where(and(eq(grants.userId, userId), ne(grants.origin, config.walletOrigin)))
    .orderBy(desc(grants.createdAt))
    .limit(1_000)
  const shared = await db
    .select({ projectId: sessions.projectId, origins: sessions.emailSharedWith })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, config.now())))
  const knowsEmail = (projectId: string, origin: string) =>
    shared.some((one) => one.projectId === projectId && one.origins.includes(origin))
  // A project that is off or gone still has its sites, which one may want to disconnect.
  const names = new Map(config.projects.map(({ id, name }) => [id, name]))
  return rows.map(({ projectId, origin, createdAt }) => ({
    projectId,
    projectName: names.get(projectId) ?? projectId,
    origin,
    connectedAt: createdAt,
    knowsEmail: knowsEmail(projectId, origin),
  }))
}

/** Everything that the account page shows. */
export async function getAccount(
  service: ServiceContext,
  call: Call<z.output<typeof getAccountRoute.body>>,
): Promise<z.output<typeof getAccountRoute.reply>> {
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
