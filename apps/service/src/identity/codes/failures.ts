import { randomInt } from 'node:crypto'
import { TooManyFailuresError } from '@latchkey/protocol/http'
import { and, desc, eq, isNull, ne, or } from 'drizzle-orm'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { keyedHash, randomId } from '../../crypto/bytes.ts'
import { type CountedLimit, retryAfterOf } from '../../db/counters.ts'
import type { Database } from '../../db/Database.ts'
import { loginFailures } from '../../db/schema.ts'
import { isKnown, type MailboxKey, placesOf } from './sendLimits.ts'

/** Crockford's base 32: no I, L, O or U. */
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export type CodeLength = 6 | 8

/** A code to type: six digits, leading zeros kept, or eight characters (40 bits) where guessing went on before. */
export function createCode(length: CodeLength): string {
  if (length === 6) return String(randomInt(1_000_000)).padStart(6, '0')
  return Array.from({ length }, () => CROCKFORD[randomInt(CROCKFORD.length)]).join('')
}

/** What is stored of a code: bound to its purpose and challenge, useless without the pepper. */
export function hashCode(key: Uint8Array, purpose: string, challengeId: string, code: string): string {
  return keyedHash(key, purpose, challengeId, code.toUpperCase())
}

const HOUR = 3_600_000

/** The wrong codes that count for a caller: a known device's own, or those of all strangers together. */
const ofCaller = ({ emailKey, jkt }: MailboxKey, known: boolean) =>
  and(eq(loginFailures.emailKey, emailKey), known ? eq(loginFailures.jkt, jkt) : isNull(loginFailures.jkt))

/**
 * Looks at the wrong codes of a mailbox. Ten in an hour, twenty in a day or 45 in 30 days call for the long code; a
 * hundred without a success stop it until a day has passed since the last one. What strangers do counts for strangers
 * alone ([decision 0041](../../../../../docs/decisions/0041-codes-of-known-devices.md)).
 *
 * @throws TooManyFailuresError
 */
export async function requiredCodeLength(service: ServiceContext, mailbox: MailboxKey): Promise<CodeLength> {
  const { db, limits, config } = service
  const now = config.now()
  const known = await isKnown(db, mailbox)
  const failures = await db
    .select({ at: loginFailures.at, closed: loginFailures.closed })
    .from(loginFailures)
    .where(ofCaller(mailbox, known))
    .orderBy(desc(loginFailures.at))
    .limit(2 * limits.consecutiveFailures)
  const consecutive = failures.filter(({ closed }) => !closed)
  const reopensAt = (consecutive[0]?.at ?? 0) + limits.failureLock
  if (consecutive.length >= limits.consecutiveFailures && reopensAt > now)
    throw new TooManyFailuresError({ data: { retryAfter: retryAfterOf(reopensAt - now) } })
  const since = (start: number) => failures.filter(({ at }) => at > start).length
  const escalated =
    since(now - HOUR) >= limits.failuresPerHour ||
    since(now - 24 * HOUR) >= limits.failuresPerDay ||
    since(now - 720 * HOUR) >= limits.failuresPerMonth
  return escalated ? 8 : 6
}

const guessesOf = (service: ServiceContext, address: string): CountedLimit[] =>
  placesOf(service, address, service.limits.guessesPerPlaceHour).map(({ name, limit }) => ({
    key: `guess:${name}`,
    limit,
    window: HOUR,
  }))

/**
 * Counts six digits that a stranger is about to try, whichever mailbox and project they are for: who tries a few at each of
 * many mailboxes would hit one of them some day.
 *
 * @returns takes the count back: the digits were right; null when the place has tried as many wrong ones as it may
 */
export async function countGuess(
  service: ServiceContext,
  mailbox: MailboxKey,
  address: string,
): Promise<(() => void) | null> {
  if (await isKnown(service.db, mailbox)) return () => undefined
  const { take } = service
  const taken: string[] = []
  const giveBack = () => taken.forEach(take.giveBack)
  for (const limit of guessesOf(service, address)) {
    if (await take(limit)) {
      giveBack()
      return null
    }
    taken.push(limit.key)
  }
  return giveBack
}

/** Whether the digits of strangers from a place are taken no more, so that they need the long code. */
export async function needsLongCode(
  service: ServiceContext,
  mailbox: MailboxKey,
  address: string,
): Promise<boolean> {
  const giveBack = await countGuess(service, mailbox, address)
  giveBack?.()
  return giveBack === null
}

/** Writes one wrong code down. */
export async function recordFailure(
  service: ServiceContext,
  mailbox: MailboxKey,
  addressKey: string,
): Promise<void> {
  const { emailKey } = mailbox
  const jkt = (await isKnown(service.db, mailbox)) ? mailbox.jkt : null
  await service.db
    .insert(loginFailures)
    .values({ emailKey, addressKey, jkt, id: randomId(), at: service.config.now() })
}

/**
 * A right code clears the failures of the same device and those of strangers from the same place. Those of others still
 * call for the long code: a guesser must not profit from the owner's sign-ins.
 */
export async function recordSuccess(
  db: Database,
  { emailKey, jkt }: MailboxKey,
  addressKey: string,
): Promise<void> {
  const ofEmail = eq(loginFailures.emailKey, emailKey)
  const isStranger = isNull(loginFailures.jkt)
  const own = or(eq(loginFailures.jkt, jkt), and(isStranger, eq(loginFailures.addressKey, addressKey)))
  await db.delete(loginFailures).where(and(ofEmail, own))
  const ofOthers = and(isStranger, ne(loginFailures.addressKey, addressKey))
  await db.update(loginFailures).set({ closed: true }).where(and(ofEmail, ofOthers))
}
