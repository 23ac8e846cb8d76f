import { randomBytes } from 'node:crypto'
import { SocialGoneError, SocialMismatchError } from '@latchkey/protocol/http'
import { and, eq, gt, isNull } from 'drizzle-orm'
import * as z from 'zod'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { equalsInConstantTime, randomId, sha256, toBase64url } from '../../crypto/bytes.ts'
import { open, seal } from '../../crypto/envelope.ts'
import type { Database } from '../../db/Database.ts'
import { socialFlows } from '../../db/identitySchema.ts'
import type { Caller } from '../devices/callerOf.ts'

/** What the service alone knows of an OAuth login under way. */
export const oauthSecrets = z.strictObject({
  /** PKCE code verifier (RFC 7636). */
  verifier: z.string(),
  nonce: z.string(),
  /** Where the login was begun, by `callerOf`: in redirect mode it ends there, or nowhere. */
  browser: z.string(),
  place: z.string(),
})

/**
 * Makes the secrets of a login. The nonce is the hash of the device's key and of 256 random bits: an ID token that was
 * made for another device, or for another login, has another one.
 *
 * @param jkt thumbprint of the key (RFC 7638)
 * @param caller who begins
 */
export function createOauthSecrets(jkt: string, { browser, place }: Caller): z.output<typeof oauthSecrets> {
  const random = () => toBase64url(randomBytes(32))
  return { verifier: random(), nonce: sha256(`${jkt}${random()}`), browser, place }
}

export type SocialFlow = typeof socialFlows.$inferSelect

/** Who has signed in at the other side: what is kept between its answer and the call that takes the result. */
const identitySchema = z.strictObject({
  issuer: z.string(),
  subject: z.string(),
  label: z.string().nullable(),
  email: z.string().nullable(),
})
export type SocialIdentity = z.output<typeof identitySchema>

const secretsContext = (flowId: string) => `v1|social-secrets|${flowId}`
const identityContext = (flowId: string) => `v1|social-identity|${flowId}`

export type NewFlow = Pick<
  SocialFlow,
  'provider' | 'purpose' | 'userId' | 'jkt' | 'projectId' | 'hostOrigin' | 'mode' | 'returnUri' | 'locale'
>

/**
 * Writes down a login that begins. Its id is 128 random bits and is what the other side sends back.
 *
 * @param secrets stay sealed until the other side answers
 */
export async function createFlow(
  service: ServiceContext,
  flow: NewFlow,
  secrets: object,
  id: string = randomId(),
): Promise<SocialFlow> {
  const secretsSealed = seal(service.recordKey, secretsContext(id), Buffer.from(JSON.stringify(secrets)))
  const expiresAt = service.config.now() + service.limits.socialLifetime
  const [row] = await service.db
    .insert(socialFlows)
    .values({ ...flow, id, secretsSealed, expiresAt })
    .returning()
  if (!row) throw new Error('The flow was not stored.')
  return row
}

export async function findFlow(service: ServiceContext, id: string): Promise<SocialFlow | undefined> {
  const [row] = await service.db.select().from(socialFlows).where(eq(socialFlows.id, id))
  return row
}

/** What `createFlow` sealed, for whoever knows its form. */
export function openSecrets<Secrets>(
  service: ServiceContext,
  { id, secretsSealed }: SocialFlow,
  schema: z.ZodType<Secrets>,
): Secrets {
  const bytes = open(service.recordKey, secretsContext(id), secretsSealed)
  return schema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
}

/** Lets one answer in: of any number at once, one alone goes on. */
export async function takeFlow(service: ServiceContext, id: string): Promise<boolean> {
  const now = service.config.now()
  const taken = await service.db
    .update(socialFlows)
    .set({ takenAt: now })
    .where(and(eq(socialFlows.id, id), isNull(socialFlows.takenAt), gt(socialFlows.expiresAt, now)))
    .returning({ id: socialFlows.id })
  return taken.length > 0
}

/** Keeps who has signed in, for whoever brings the result. The result itself is not kept. */
export async function settleFlow(
  service: ServiceContext,
  id: string,
  identity: SocialIdentity,
  result: string,
): Promise<void> {
  const identitySealed = seal(
    service.recordKey,
    identityContext(id),
    Buffer.from(JSON.stringify(identitySchema.parse(identity))),
  )
  await service.db
    .update(socialFlows)
    .set({ identitySealed, resultHash: sha256(result) })
    .where(eq(socialFlows.id, id))
}

/** Ends a login that did not come to an identity. */
export async function failFlow(service: ServiceContext, id: string, errorCode: number): Promise<void> {
  await service.db.update(socialFlows).set({ errorCode }).where(eq(socialFlows.id, id))
}

/**
 * Finds the login that a key began.
 *
 * @throws SocialMismatchError for one of another key, or of another kind: it was not started here
 */
export async function findOwnFlow(
  service: ServiceContext,
  own: { id: string; jkt: string; purpose: SocialFlow['purpose']; userId: string | null; farcaster: boolean },
): Promise<SocialFlow> {
  const flow = await findFlow(service, own.id)
  const isOwn =
    flow?.jkt === own.jkt &&
    flow.purpose === own.purpose &&
    flow.userId === own.userId &&
    (flow.mode === 'farcaster') === own.farcaster
  if (!flow || !isOwn) throw new SocialMismatchError()
  return flow
}

/** Whether it is the result of this login. */
const isResultOf = ({ resultHash }: SocialFlow, result: string): boolean =>
  resultHash !== null && equalsInConstantTime(resultHash, sha256(result))

/**
 * In redirect mode nothing but the login's id comes back through the site: what lets its key in is that the person has
 * agreed on our own page (`confirmFlow`).
 *
 * @throws SocialMismatchError when it is not the result of this login, or the person has not agreed yet
 */
export function requireResult(flow: SocialFlow, result: string | undefined): void {
  const isConfirmed = flow.mode === 'redirect' && flow.identitySealed !== null && flow.resultHash === null
  const isOwn = result === undefined ? isConfirmed : isResultOf(flow, result)
  if (!isOwn || (flow.mode === 'redirect' && !isConfirmed)) throw new SocialMismatchError()
}

/**
 * The person has agreed, on the page that knows the result: from now on the key that began the login is let in.
 *
 * @returns the login, if there is one that waits for this
 */
export async function confirmFlow(
  service: ServiceContext,
  id: string,
  result: string,
): Promise<SocialFlow | undefined> {
  const flow = await findFlow(service, id)
  if (flow?.mode !== 'redirect' || !isResultOf(flow, result)) return undefined
  if (flow.expiresAt <= service.config.now()) return undefined
  await service.db.update(socialFlows).set({ resultHash: null }).where(eq(socialFlows.id, id))
  return flow
}

/**
 * Takes the identity of a login out, once, in the caller's transaction.
 *
 * @throws SocialGoneError
 */
export async function spendFlow(
  service: ServiceContext,
  db: Database,
  { id }: SocialFlow,
): Promise<SocialIdentity> {
  const now = service.config.now()
  const [row] = await db
    .update(socialFlows)
    .set({ usedAt: now })
    .where(and(eq(socialFlows.id, id), isNull(socialFlows.usedAt), gt(socialFlows.expiresAt, now)))
    .returning({ sealed: socialFlows.identitySealed })
  if (!row?.sealed) throw new SocialGoneError()
  const bytes = open(service.recordKey, identityContext(id), row.sealed)
  return identitySchema.parse(JSON.parse(Buffer.from(bytes).toString('utf8')))
}
