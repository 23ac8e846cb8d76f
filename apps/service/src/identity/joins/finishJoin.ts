import { setTimeout as delay } from 'node:timers/promises'
import { JoinGoneError, RateLimitedError, type finishJoin as route } from '@latchkey/protocol/http'
import { and, eq, isNull } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { retryAfterOf } from '../../db/counters.ts'
import { joins } from '../../db/identitySchema.ts'
import { type Call, jktOf } from '../../http/Call.ts'
import { callerOf } from '../devices/callerOf.ts'
import { completeLogin } from '../login/completeLogin.ts'
import { describeSession } from '../login/describeSession.ts'
import { requireHost } from '../users/allowedHost.ts'
import { requireNotFrozen } from '../users/freeze.ts'
import type { JoinRow } from './joinRecords.ts'

type Body = z.output<typeof route.body>
type Reply = z.output<typeof route.reply>

/** A join of another device's key is as good as none. */
async function readJoin({ db, config }: ServiceContext, id: string, jkt: string): Promise<JoinRow> {
  const own = and(eq(joins.id, id), eq(joins.jkt, jkt), isNull(joins.usedAt))
  const [row] = await db.select().from(joins).where(own)
  if (!row || row.expiresAt <= config.now()) throw new JoinGoneError()
  return row
}

/** Asks again and again for a while. Between two questions no connection of the database is held. */
async function waitForApproval(service: ServiceContext, call: Call<Body>): Promise<JoinRow> {
  const { joinWait, joinInterval } = service.limits
  const until = performance.now() + joinWait
  for (;;) {
    const row = await readJoin(service, call.params.joinId ?? '', jktOf(call))
    const left = until - performance.now()
    if (row.approvedAt !== null || left <= 0 || call.signal.aborted) return row
    // A caller that has gone ends the wait; nobody reads the answer then.
    await delay(Math.min(joinInterval, left), undefined, { signal: call.signal }).catch(() => undefined)
  }
}

/** Signs the device in as the person who approved it, once. */
async function signIn(service: ServiceContext, call: Call<Body>, userId: string, row: JoinRow) {
  const { id, jkt, projectId, hostOrigin } = row
  const caller = callerOf(call)
  return service.db.transaction(async (transaction) => {
    const used = await transaction
      .update(joins)
      .set({ usedAt: service.config.now(), clientShare: null })
      .where(and(eq(joins.id, id), isNull(joins.usedAt)))
      .returning({ id: joins.id })
    if (!used.length) throw new JoinGoneError()
    return completeLogin(service, transaction, { userId, jkt, projectId, hostOrigin, method: 'join', caller })
  })
}

/**
 * Waits up to 20 s for the other window, for the key alone that began the join; then gives it a session and its half.
 *
 * @throws JoinGoneError, AccountFrozenError, OriginNotAllowedError, RateLimitedError
 */
export async function finishJoin(service: ServiceContext, call: Call<Body>): Promise<Reply> {
  const { joinChecksPerMinute: limit } = service.limits
  const wait = await service.take({ key: `join-finish:${jktOf(call)}`, limit, window: 60_000 })
  if (wait) throw new RateLimitedError({ data: { retryAfter: retryAfterOf(wait) } })
  const row = await waitForApproval(service, call)
  // An answer for a caller that has gone would use the join up for nobody.
  if (row.approvedAt === null || call.signal.aborted) return { status: 'pending' }
  const { userId, keysetId, clientShare } = row
  if (userId === null || keysetId === null || clientShare === null) throw new JoinGoneError()
  await requireHost(service, row.projectId, row.hostOrigin)
  await requireNotFrozen(service, userId)
  const { session, tokens } = await signIn(service, call, userId, row)
  return { status: 'done', tokens, session: await describeSession(service, session), keysetId, clientShare }
}
