import type { DefinedError } from '@latchkey/errors'
import { RateLimitedError, TooManyCodesError, TooSoonError } from '@latchkey/protocol/http'
import type { Project } from '../config/projects.ts'
import { type CountedLimit, consume, giveBack, retryAfterOf } from '../db/counters.ts'
import type { Database } from '../db/Database.ts'
import { counters } from '../db/schema.ts'
import { isLoopback } from '../http/clientAddress.ts'
import { addressKeyOf } from '../http/limitAddress.ts'
import type { ServiceContext } from '../ServiceContext.ts'

const MINUTE = 60_000

type Send = { emailKey: string; address: string; project: Project }

function emailLimits(
  { limits }: ServiceContext,
  emailKey: string,
): (CountedLimit & { error: DefinedError })[] {
  return [
    { key: `send:next:${emailKey}`, limit: 1, window: limits.resendAfter, error: TooSoonError },
    {
      key: `send:15m:${emailKey}`,
      limit: limits.codesPerQuarterHour,
      window: 15 * MINUTE,
      error: TooManyCodesError,
    },
    {
      key: `send:1d:${emailKey}`,
      limit: limits.codesPerDay,
      window: 24 * 60 * MINUTE,
      error: TooManyCodesError,
    },
  ]
}

/**
 * Counts one code about to be sent, in the caller's transaction: a refusal rolls all of it back.
 *
 * @throws TooSoonError, TooManyCodesError, RateLimitedError, each with `retryAfter` in seconds
 */
export async function countSend(service: ServiceContext, db: Database, send: Send): Promise<void> {
  const { limits, config } = service
  // The same order for everyone, or two transactions could wait for each other.
  const counted = [...emailLimits(service, send.emailKey)]
  // All of a developer's own browsers share one address; elsewhere the limit holds.
  if (!(send.project.mode === 'development' && isLoopback(send.address)))
    counted.push({
      key: `send:address:${addressKeyOf(service, send.address)}`,
      limit: limits.codesPerAddressHour,
      window: 60 * MINUTE,
      error: RateLimitedError,
    })
  counted.push({
    key: `send:project:${send.project.id}`,
    limit: limits.codesPerProjectMinute,
    window: MINUTE,
    error: RateLimitedError,
  })
  for (const limit of counted) {
    const wait = await consume(db, limit, config.now())
    if (wait) throw new limit.error({ data: { retryAfter: retryAfterOf(wait) } })
  }
}

/** A code that was not asked for by itself begins the pause before the next one, and counts no further. */
export async function beginSendPause(
  { limits, config }: ServiceContext,
  db: Database,
  emailKey: string,
): Promise<void> {
  const resetsAt = config.now() + limits.resendAfter
  await db
    .insert(counters)
    .values({ key: `send:next:${emailKey}`, count: 1, resetsAt })
    .onConflictDoUpdate({ target: counters.key, set: { count: 1, resetsAt } })
}

/** A mail that never left does not count against its recipient. */
export async function giveBackSend(service: ServiceContext, emailKey: string): Promise<void> {
  for (const { key } of emailLimits(service, emailKey)) await giveBack(service.db, key)
}
