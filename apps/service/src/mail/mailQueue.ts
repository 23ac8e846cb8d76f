import { and, asc, eq, gt, lte, sql } from 'drizzle-orm'
import * as z from 'zod'
import { randomId } from '../crypto/bytes.ts'
import { type EnvelopeKey, open, seal } from '../crypto/envelope.ts'
import type { Database } from '../db/Database.ts'
import { mailJobs } from '../db/schema.ts'
import type { Metrics } from '../observability/createMetrics.ts'
import type { Mail, MailOutcome, SendMail } from './mailServer.ts'

/** What the queue needs of the service. */
type MailQueue = {
  db: Database
  recordKey: EnvelopeKey
  config: { now(): number }
  sendMail: SendMail | null
  metrics: Pick<Metrics, 'mails'>
}

/** While one process tries, the others leave the job alone this long. */
const CLAIM = 30_000
/** Longest pause between two attempts: notices are worth trying for days. */
const LONGEST_PAUSE = 30 * 60_000

const mailSchema = z.strictObject({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() })
const contextOf = (id: string) => `v1|mail|${id}`

/**
 * Puts a mail into the queue, sealed, in the caller's transaction.
 *
 * @param slot names what the mail is of: one of the same slot that still waits is of no use any more, and leaves the queue
 */
export async function enqueueMail(
  service: MailQueue,
  db: Database,
  mail: Mail,
  expiresAt: number,
  slot?: string,
): Promise<string> {
  const prefix = slot === undefined ? '' : `${slot}.`
  if (prefix) await db.delete(mailJobs).where(sql`starts_with(${mailJobs.id}, ${prefix})`)
  const id = `${prefix}${randomId()}`
  const contentSealed = seal(service.recordKey, contextOf(id), Buffer.from(JSON.stringify(mail)))
  await db.insert(mailJobs).values({ id, contentSealed, nextAttemptAt: service.config.now(), expiresAt })
  return id
}

/** Keeps the claim on a job for as long as an attempt takes: a mail may wait for a connection, and a server for each word. */
async function whileClaimed<T>({ db, config }: MailQueue, id: string, work: () => Promise<T>): Promise<T> {
  const renew = () =>
    db
      .update(mailJobs)
      .set({ nextAttemptAt: config.now() + CLAIM })
      .where(eq(mailJobs.id, id))
      // The next one may get through; at worst a mail goes out twice.
      .catch(() => undefined)
  const timer = setInterval(renew, CLAIM / 3)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

/**
 * Tries to deliver one queued mail, unless another process is at it. What was sent or is refused for good leaves the
 * queue; the rest is tried again later, until it expires.
 *
 * @returns `claimed` when somebody else has the job
 */
export async function deliverMail(service: MailQueue, id: string): Promise<MailOutcome | 'claimed'> {
  const { db, config, sendMail, metrics } = service
  const now = config.now()
  const [job] = await db
    .update(mailJobs)
    .set({ attempts: sql`${mailJobs.attempts} + 1`, nextAttemptAt: now + CLAIM })
    .where(and(eq(mailJobs.id, id), lte(mailJobs.nextAttemptAt, now), gt(mailJobs.expiresAt, now)))
    .returning()
  if (!job) return 'claimed'
  const content = Buffer.from(open(service.recordKey, contextOf(id), job.contentSealed)).toString('utf8')
  const mail = mailSchema.parse(JSON.parse(content))
  const outcome = sendMail ? await whileClaimed(service, id, () => sendMail(mail)) : 'failed'
  metrics.mails.inc({ outcome })
  // 5 s, 10 s, 20 s and so on, for as long as the mail is of use.
  const nextAttemptAt = config.now() + Math.min(2_500 * 2 ** job.attempts, LONGEST_PAUSE)
  if ((outcome === 'later' || outcome === 'failed') && nextAttemptAt < job.expiresAt) {
    await db.update(mailJobs).set({ nextAttemptAt }).where(eq(mailJobs.id, id))
    return outcome
  }
  await db.delete(mailJobs).where(eq(mailJobs.id, id))
  return outcome
}

/** Takes a mail out of the queue: its sender was told that it did not leave. */
export async function cancelMail(service: MailQueue, id: string): Promise<void> {
  await service.db.delete(mailJobs).where(eq(mailJobs.id, id))
}

/** Delivers what is due: put-off mails, and those of a process that ended in the middle. */
export async function deliverDueMail(service: MailQueue): Promise<void> {
  const now = service.config.now()
  const due = await service.db
    .select({ id: mailJobs.id })
    .from(mailJobs)
    .where(and(lte(mailJobs.nextAttemptAt, now), gt(mailJobs.expiresAt, now)))
    .orderBy(asc(mailJobs.nextAttemptAt))
    .limit(20)
  for (const { id } of due) await deliverMail(service, id)
}
