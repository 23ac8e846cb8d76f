import { type IdentityProvider, IdentityTakenError, InvalidRequestError } from '@latchkey/protocol/http'
import { and, count, eq, inArray, isNull, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { randomId, sha256 } from '../../crypto/bytes.ts'
import { audit } from '../../db/audit.ts'
import type { Database } from '../../db/Database.ts'
import { identities } from '../../db/identitySchema.ts'
import { users } from '../../db/schema.ts'
import { normalizeEmail } from '../../mail/normalizeEmail.ts'
import { endEmailSharing } from './emailSharing.ts'
import { requireNotFrozen } from './freeze.ts'
import { sealSubject, subjectKeysOf } from './identitySubject.ts'
import { sealEmail, sealLabel } from './users.ts'

/** Somebody as another party has proven them to be. */
export type ProvenIdentity = {
  provider: Exclude<IdentityProvider, 'email' | 'passkey'>
  /** Issuer and subject together are the identity; nothing else is looked at. */
  issuer: string
  subject: string
  /** Shown, never trusted. */
  label: string | null
  /** Verified by the issuer: for notices. It neither finds an account nor signs in to one. */
  email: string | null
}

/** Of one account, e-mail and passkeys apart. */
const MOST_IDENTITIES = 16

/** As `adoptEmailKey`: an identity that is still known by another pepper is known by the one in force from now on. */
async function adoptSubjectKey(db: Database, [current, ...others]: [string, ...string[]]): Promise<void> {
  if (others.length === 0) return
  const lock = Buffer.from(sha256([current, ...others].sort().join()), 'base64url').readBigInt64BE()
  await db.execute(sql`select pg_advisory_xact_lock(${lock.toString()}::bigint)`)
  const known = alias(identities, 'known')
  const taken = db.select({ id: known.id }).from(known).where(eq(known.subjectKey, current))
  await db
    .update(identities)
    .set({ subjectKey: current })
    .where(and(inArray(identities.subjectKey, others), notExists(taken)))
}

/** The identity's row, brought up to date; undefined when no account has it. */
async function findIdentity(service: ServiceContext, db: Database, identity: ProvenIdentity) {
  const keys = subjectKeysOf(service.hashKeys, identity)
  await adoptSubjectKey(db, keys)
  const [row] = await db.select().from(identities).where(eq(identities.subjectKey, keys[0]))
  if (!row) return undefined
  // A network that tells no name this time does not take the last one away.
  const label = identity.label === null ? {} : { labelSealed: sealLabel(service, row, identity.label) }
  const found = await db
    .update(identities)
    .set({ usedAt: service.config.now(), ...label })
    .where(eq(identities.id, row.id))
    .returning({ id: identities.id })
  // Its owner may have taken it off the account meanwhile.
  return found.length > 0 ? row : undefined
}

/**
 * Stores the identity for an account, unless another account has got it meanwhile.
 *
 * @param now of an account that is made by it, when the account is made: an identity that were younger, if by a
 *   millisecond, could be suspended by a freeze, and nothing would be left to lift it
 */
async function addIdentity(
  service: ServiceContext,
  db: Database,
  { userId, now }: { userId: string; now: number },
  identity: ProvenIdentity,
): Promise<boolean> {
  const { provider, issuer, label } = identity
  const id = randomId()
  const [subjectKey] = subjectKeysOf(service.hashKeys, identity)
  const subjectSealed = sealSubject(service.recordKey, { id, userId }, identity)
  const labelSealed = label === null ? null : sealLabel(service, { id, userId }, label)
  const added = await db
    .insert(identities)
    .values({
      id,
      userId,
      provider,
      issuer,
      subjectKey,
      subjectSealed,
      labelSealed,
      createdAt: now,
      usedAt: now,
    })
    .onConflictDoNothing({ target: identities.subjectKey })
    .returning({ id: identities.id })
  return added.length > 0
}

/**
 * Where notices go, for an account that has no address yet. `emailKey` stays as it is: this address signs nobody in. It
 * has the age of the identity that it came with, and goes with it (`dropContact`; `unfreeze`).
 */
async function fillContact(
  service: ServiceContext,
  db: Database,
  { userId, createdAt }: { userId: string; createdAt: number },
  email: string | null,
) {
  const address = email === null ? null : contactOf(email)
  if (address === null) return
  await db
    .update(users)
    .set({ emailSealed: sealEmail(service, userId, address), emailSince: createdAt })
    .where(and(eq(users.id, userId), isNull(users.emailSealed)))
}

/** Forgets the address that came with an identity which is taken off the account; sites are told it no more. */
export async function dropContact(
  db: Database,
  { userId, createdAt }: Pick<typeof identities.$inferSelect, 'userId' | 'createdAt'>,
): Promise<void> {
  const isOfIdentity = and(isNull(users.emailKey), eq(users.emailSince, createdAt))
  const dropped = await db
    .update(users)
    .set({ emailSealed: null, emailSince: null })
    .where(and(eq(users.id, userId), isOfIdentity))
    .returning({ id: users.id })
  if (dropped.length) await endEmailSharing(db, userId)
}

/** The address in its usual form; null when the network told something that is none. */
function contactOf(email: string): string | null {
  try {
    return normalizeEmail(email)
  } catch {
    return null
  }
}

/**
 * Finds the account that an identity signs in to, or makes one, in the caller's transaction. An account with the same
 * e-mail address is another account: addresses are never compared.
 *
 * @returns the account's id, and when the identity was added to it
 */
export async function findOrCreateByIdentity(
  service: ServiceContext,
  db: Database,
  identity: ProvenIdentity,
): Promise<{ userId: string; factorAddedAt: number }> {
  const known = await findIdentity(service, db, identity)
  if (known) {
    await fillContact(service, db, known, identity.email)
    return { userId: known.userId, factorAddedAt: known.createdAt }
  }
  const userId = randomId()
  const now = service.config.now()
  await db.insert(users).values({ id: userId, createdAt: now })
  if (await addIdentity(service, db, { userId, now }, identity)) {
    await fillContact(service, db, { userId, createdAt: now }, identity.email)
    await audit(db, { at: now, userId, kind: 'identity-linked', facts: { provider: identity.provider } })
    return { userId, factorAddedAt: now }
  }
  // The same person was quicker in another window.
  await db.delete(users).where(eq(users.id, userId))
  const winner = await findIdentity(service, db, identity)
  if (!winner) throw new Error('The identity vanished while it was looked up.')
  return { userId: winner.userId, factorAddedAt: winner.createdAt }
}

/**
 * Adds an identity to an account, in the caller's transaction. One that it has already is brought up to date.
 *
 * @returns whether it is new to the account
 * @throws AccountFrozenError; IdentityTakenError when another account has it; InvalidRequestError when the account has too many
 */
export async function linkIdentity(
  service: ServiceContext,
  db: Database,
  userId: string,
  identity: ProvenIdentity,
): Promise<boolean> {
  await requireNotFrozen(service, userId, db)
  const known = await findIdentity(service, db, identity)
  if (known && known.userId !== userId) throw new IdentityTakenError()
  const now = service.config.now()
  if (!known) {
    const [row] = await db.select({ number: count() }).from(identities).where(eq(identities.userId, userId))
    if ((row?.number ?? 0) >= MOST_IDENTITIES)
      throw new InvalidRequestError({ data: { most: MOST_IDENTITIES } })
    if (!(await addIdentity(service, db, { userId, now }, identity))) throw new IdentityTakenError()
    const { provider } = identity
    await audit(db, { at: now, userId, kind: 'identity-linked', facts: { provider } })
  }
  await fillContact(service, db, known ?? { userId, createdAt: now }, identity.email)
  return !known
}
