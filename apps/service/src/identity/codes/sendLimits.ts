import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { DefinedError } from '@latchkey/errors'
import { RateLimitedError, type startEmail, TooManyCodesError, TooSoonError } from '@latchkey/protocol/http'
import { and, eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { limitsOfProject, type Project } from '../../config/projects.ts'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { equalsInConstantTime, keyedHash, randomId, sha256 } from '../../crypto/bytes.ts'
import { type CountedLimit, consume, giveBack, retryAfterOf } from '../../db/counters.ts'
import type { Database } from '../../db/Database.ts'
import { devices } from '../../db/identitySchema.ts'
import { counters, usedProofs, users } from '../../db/schema.ts'
import { addressKeyOf, addressSite, isLoopback } from '../../http/clientAddress.ts'

type Work = NonNullable<z.output<typeof startEmail.body>['work']>
/** What the work is good for, and for whom: nobody can use somebody else's. */
export type WorkSubject = { jkt: string; emailKey: string; purpose: string; projectId: string }

const tagOf = (key: Uint8Array, head: string, { jkt, emailKey, purpose, projectId }: WorkSubject) =>
  keyedHash(key, 'work', head, jkt, emailKey, purpose, projectId)

/**
 * Makes a task that nothing is stored of: to find a text whose SHA-256, together with the task, begins with zero bits
 * (hashcash).
 *
 * @returns `<end in base 36>.<bits>.<salt>.<keyed hash>`
 */
function createWork({ hashKeys, limits, config }: ServiceContext, subject: WorkSubject): string {
  const end = (config.now() + limits.workLifetime).toString(36)
  const head = `${end}.${limits.workBits}.${randomId()}`
  return `${head}.${tagOf(hashKeys.work, head, subject)}`
}

function startsWithZeroBits(hash: Uint8Array, bits: number): boolean {
  const whole = bits >> 3
  return hash.subarray(0, whole).every((byte) => byte === 0) && (hash[whole] ?? 0) >> (8 - (bits & 7)) === 0
}

/** Whether the work is done: a task of ours, for this very subject, that still stands. It looks at nothing stored. */
function isWorkDone(service: ServiceContext, { task, solution }: Work, subject: WorkSubject): boolean {
  const { hashKeys, config } = service
  const at = task.lastIndexOf('.')
  const [head, tag] = [task.slice(0, at), task.slice(at + 1)]
  const isOurs = [hashKeys, ...hashKeys.others].some(({ work }) =>
    equalsInConstantTime(tagOf(work, head, subject), tag),
  )
  const [end = '', bits = ''] = head.split('.')
  if (!isOurs || Number.parseInt(end, 36) <= config.now()) return false
  return startsWithZeroBits(createHash('sha256').update(`${task}.${solution}`).digest(), Number(bits))
}

const MINUTE = 60_000
/** A site of IPv6 may send so many times what one place may. */
const SITE_FACTOR = 8

/** Whose mailbox a code goes to, as its keyed hash, and the device key that asks for it. */
export type MailboxKey = { emailKey: string; jkt: string }

export type Send = MailboxKey & {
  purpose: string
  project: Project
  /** Of the caller. */
  address: string
  work?: Work | undefined
}

/** Strangers share what a mailbox has; a device that signed in to its account before has as much for itself. */
async function mailboxLimits(
  { limits }: ServiceContext,
  db: Database,
  mailbox: MailboxKey,
): Promise<(CountedLimit & { error: DefinedError })[]> {
  const { emailKey, jkt } = mailbox
  const [known, own] = [await isKnown(db, mailbox), `${emailKey}:${jkt}`]
  const key = known ? own : emailKey
  const pause = { limit: 1, window: limits.resendAfter, error: TooSoonError }
  return [
    // The pause after a stranger's code lasts when the code has made it known.
    { key: `send:next:${own}`, ...pause },
    ...(known ? [] : [{ key: `send:next:${key}`, ...pause }]),
    {
      key: `send:15m:${key}`,
      limit: limits.codesPerQuarterHour,
      window: 15 * MINUTE,
      error: TooManyCodesError,
    },
    { key: `send:1d:${key}`, limit: limits.codesPerDay, window: 24 * 60 * MINUTE, error: TooManyCodesError },
  ]
}

/** Where a caller is counted: its place, and the site of IPv6 around it. Addresses are not kept. */
export function placesOf(
  service: ServiceContext,
  address: string,
  limit: number,
): { name: string; limit: number }[] {
  const site = addressSite(address)
  return [
    { name: `place:${addressKeyOf(service, address)}`, limit },
    ...(site === null
      ? []
      : [{ name: `site:${keyedHash(service.hashKeys.address, site)}`, limit: SITE_FACTOR * limit }]),
  ]
}

/** What all callers of a place and of a project share. */
function sharedLimits(service: ServiceContext, { address, project }: Send): CountedLimit[] {
  const { limits } = service
  const own = limitsOfProject(project)
  const perPlace = limits.codesPerAddressHour ?? own.codesPerPlaceHour
  const window = 60 * MINUTE
  const all: CountedLimit[] = []
  // All of a developer's own browsers share one address; elsewhere the limit holds.
  if (!(project.mode === 'development' && isLoopback(address))) {
    // Projects do not use each other's up.
    for (const { name, limit } of placesOf(service, address, perPlace))
      all.push({ key: `send:${project.id}:${name}`, limit, window })
  }
  const perProject = limits.codesPerProjectMinute ?? own.codesPerMinute
  return [...all, { key: `send:project:${project.id}`, limit: perProject, window: MINUTE }]
}

/**
 * Whether the device has signed in to the account of this mailbox before. That is asked for known and unknown addresses
 * alike, and its answer shows to the key alone that was in.
 */
export async function isKnown(db: Database, { emailKey, jkt }: MailboxKey): Promise<boolean> {
  const found = await db
    .select({ jkt: devices.jkt })
    .from(devices)
    .innerJoin(users, eq(users.id, devices.userId))
    .where(and(eq(users.emailKey, emailKey), eq(devices.jkt, jkt)))
    .limit(1)
  return found.length > 0
}

/** Uses a proof of work up. @returns false when it has been used */
async function spendWork(service: ServiceContext, work: Work): Promise<boolean> {
  const id = sha256(`work.${work.task}`)
  const expiresAt = service.config.now() + service.limits.workLifetime
  const fresh = await service.db
    .insert(usedProofs)
    .values({ id, expiresAt })
    .onConflictDoNothing()
    .returning({ id: usedProofs.id })
  return fresh.length > 0
}

/**
 * Counts a code against what all callers of a place and of a project share, before anything else is asked of the
 * database. Whoever comes when that is used up must work for it, and many times as many are sent to those who did; a
 * device that the account knows waits a moment instead. So nobody can use up what others need
 * ([decision 0022](../../../../docs/decisions/0022-brake-on-codes.md)).
 *
 * @returns takes the count back: nothing was sent
 * @throws RateLimitedError with `retryAfter` in seconds, and `task` and `bits` when work helps
 */
export async function admitSend(service: ServiceContext, send: Send): Promise<() => void> {
  const { take, limits } = service
  const { emailKey, jkt, purpose, project } = send
  const subject = { jkt, emailKey, purpose, projectId: project.id }
  // Checked before anything is written.
  const work = send.work && isWorkDone(service, send.work, subject) ? send.work : null
  const taken: string[] = []
  const giveBack = () => taken.forEach(take.giveBack)
  const over: { limit: CountedLimit; wait: number }[] = []
  for (const limit of sharedLimits(service, send)) {
    const wait = await take(limit)
    if (wait) over.push({ limit, wait })
    else taken.push(limit.key)
    // A place that has used up its own uses up nothing of the project's.
    if (wait && !work) break
  }
  if (over.length === 0) return giveBack
  const retryAfter = retryAfterOf(Math.max(...over.map(({ wait }) => wait)))
  if (!work || !(await spendWork(service, work))) {
    if (await isKnown(service.db, send)) {
      await delay(limits.brakePause)
      return giveBack
    }
    giveBack()
    const task = createWork(service, subject)
    throw new RateLimitedError({ data: { retryAfter, task, bits: limits.workBits } })
  }
  for (const { limit } of over) {
    const wait = await take({
      ...limit,
      key: `${limit.key}:worked`,
      limit: limit.limit * limits.workedFactor,
    })
    if (wait) throw new RateLimitedError({ data: { retryAfter: retryAfterOf(wait) } })
  }
  return giveBack
}

/**
 * Counts one code about to be sent to a mailbox, in the caller's transaction: a refusal rolls all of it back.
 *
 * @throws TooSoonError, TooManyCodesError, each with `retryAfter` in seconds
 */
export async function countSend(service: ServiceContext, db: Database, mailbox: MailboxKey): Promise<void> {
  // The same order for everyone, or two transactions could wait for each other.
  for (const limit of await mailboxLimits(service, db, mailbox)) {
    const wait = await consume(db, limit, service.config.now())
    if (wait) throw new limit.error({ data: { retryAfter: retryAfterOf(wait) } })
  }
}

/** A code that was not asked for by itself begins the pause before the next one, and counts no further. */
export async function beginSendPause(
  service: ServiceContext,
  db: Database,
  mailbox: MailboxKey,
): Promise<void> {
  const resetsAt = service.config.now() + service.limits.resendAfter
  for (const { key, error } of await mailboxLimits(service, db, mailbox))
    if (error === TooSoonError)
      await db
        .insert(counters)
        .values({ key, count: 1, resetsAt })
        .onConflictDoUpdate({ target: counters.key, set: { count: 1, resetsAt } })
}

/** A mail that never left does not count against its recipient. */
export async function giveBackSend(service: ServiceContext, mailbox: MailboxKey): Promise<void> {
  for (const { key } of await mailboxLimits(service, service.db, mailbox)) await giveBack(service.db, key)
}
