import { createHash } from 'node:crypto'
import type { startEmail } from '@latchkey/protocol/http'
import type * as z from 'zod/mini'
import type { ServiceContext } from '../../context/ServiceContext.ts'
import { equalsInConstantTime, keyedHash, randomId } from '../../crypto/bytes.ts'

export type Work = NonNullable<z.output<typeof startEmail.body>['work']>
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
export function createWork({ hashKeys, limits, config }: ServiceContext, subject: WorkSubject): string {
  const end = (config.now() + limits.workLifetime).toString(36)
  const head = `${end}.${limits.workBits}.${randomId()}`
  return `${head}.${tagOf(hashKeys.work, head, subject)}`
}

function startsWithZeroBits(hash: Uint8Array, bits: number): boolean {
  const whole = bits >> 3
  return hash.subarray(0, whole).every((byte) => byte === 0) && (hash[whole] ?? 0) >> (8 - (bits & 7)) === 0
}

/** Whether the work is done: a task of ours, for this very subject, that still stands. It looks at nothing stored. */
export function isWorkDone(service: ServiceContext, { task, solution }: Work, subject: WorkSubject): boolean {
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
