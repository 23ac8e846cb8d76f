import {
  ExpiredTokenError,
  type IdentityProvider,
  InvalidTokenError,
  ProofKeyMismatchError,
  RefreshReusedError,
  type Tokens,
} from '@latchkey/protocol/http'
import { and, eq, isNull, lt } from 'drizzle-orm'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { randomId, randomToken, sha256 } from '../crypto/bytes.ts'
import { audit } from '../db/audit.ts'
import type { Database } from '../db/Database.ts'
import { accessTokens, refreshTokens, sessions } from '../db/schema.ts'

export type ActiveSession = typeof sessions.$inferSelect

/** How a session was signed in. `email-long`: by the code of eight characters. `join`: brought in from another window. */
export type LoginMethod = Exclude<IdentityProvider, 'email'> | 'email' | 'email-long' | 'join'

/** Makes one access and one refresh token of a session. Only their hashes are kept. */
async function issueTokens(service: ServiceContext, db: Database, session: ActiveSession): Promise<Tokens> {
  const { limits, config } = service
  const now = config.now()
  const accessToken = randomToken()
  const refreshToken = randomToken()
  const accessExpiresAt = Math.min(now + limits.accessLifetime, session.expiresAt)
  await db
    .insert(accessTokens)
    .values({ hash: sha256(accessToken), sessionId: session.id, expiresAt: accessExpiresAt })
  await db.insert(refreshTokens).values({
    hash: sha256(refreshToken),
    sessionId: session.id,
    expiresAt: Math.min(now + limits.sessionIdle, session.expiresAt),
  })
  return { accessToken, accessExpiresAt, refreshToken }
}

/** Begins a session after a login, bound to the key that proved it. */
export async function beginSession(
  service: ServiceContext,
  db: Database,
  login: Pick<ActiveSession, 'userId' | 'jkt' | 'projectId' | 'hostOrigin' | 'factorAddedAt'> & {
    method: LoginMethod
  },
): Promise<{ session: ActiveSession; tokens: Tokens }> {
  const now = service.config.now()
  const session: ActiveSession = {
    ...login,
    id: randomId(),
    authTime: now,
    emailSharedWith: [],
    expiresAt: now + service.limits.sessionAbsolute,
    revokedAt: null,
  }
  await db.insert(sessions).values(session)
  return { session, tokens: await issueTokens(service, db, session) }
}

/**
 * Finds the live session of an access token.
 *
 * @throws InvalidTokenError, ExpiredTokenError, ProofKeyMismatchError
 */
export async function findSession(
  service: ServiceContext,
  token: string,
  jkt: string,
): Promise<ActiveSession> {
  const now = service.config.now()
  const [row] = await service.db
    .select({ session: sessions, tokenExpiresAt: accessTokens.expiresAt })
    .from(accessTokens)
    .innerJoin(sessions, eq(sessions.id, accessTokens.sessionId))
    .where(eq(accessTokens.hash, sha256(token)))
  if (!row || row.session.revokedAt !== null || row.session.expiresAt <= now) throw new InvalidTokenError()
  if (row.session.jkt !== jkt) throw new ProofKeyMismatchError()
  if (row.tokenExpiresAt <= now) throw new ExpiredTokenError()
  return row.session
}

/** Ends a session: none of its tokens works afterwards. */
export async function revokeSession(service: ServiceContext, db: Database, sessionId: string): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: service.config.now() })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
  await db.delete(accessTokens).where(eq(accessTokens.sessionId, sessionId))
}

/**
 * Exchanges a refresh token for new tokens. A token works once; a second use ends the whole session, for one of
 * the two users is a thief (RFC 9700 section 4.14.2).
 *
 * @throws InvalidTokenError, ProofKeyMismatchError, RefreshReusedError
 */
export async function refreshSession(service: ServiceContext, token: string, jkt: string): Promise<Tokens> {
  const { db, config } = service
  const now = config.now()
  const hash = sha256(token)
  const [row] = await db
    .select({ session: sessions, tokenExpiresAt: refreshTokens.expiresAt, usedAt: refreshTokens.usedAt })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .where(eq(refreshTokens.hash, hash))
  if (!row) throw new InvalidTokenError()
  const { session } = row
  if (session.jkt !== jkt) throw new ProofKeyMismatchError()
  const ended = session.revokedAt !== null || row.tokenExpiresAt <= now || session.expiresAt <= now
  if (ended && row.usedAt === null) throw new InvalidTokenError()
  const tokens = await db.transaction(async (transaction) => {
    const used = await transaction
      .update(refreshTokens)
      .set({ usedAt: now })
      .where(and(eq(refreshTokens.hash, hash), isNull(refreshTokens.usedAt)))
      .returning({ hash: refreshTokens.hash })
    if (!used.length) return null
    // The new one takes its place: a session has a few access tokens, however often it is refreshed.
    await transaction
      .delete(accessTokens)
      .where(and(eq(accessTokens.sessionId, session.id), lt(accessTokens.expiresAt, now)))
    return issueTokens(service, transaction, session)
  })
  if (!tokens) {
    await revokeSession(service, db, session.id)
    await audit(db, {
      at: now,
      userId: session.userId,
      kind: 'refresh-reused',
      facts: { sessionId: session.id },
    })
    throw new RefreshReusedError()
  }
  return tokens
}
