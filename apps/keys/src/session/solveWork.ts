import type { startEmail } from '@latchkey/protocol/http'
import type * as z from 'zod/mini'
import { CancelledError } from '../errors/keysErrors.ts'

type Work = NonNullable<z.output<typeof startEmail.body>['work']>
export type WorkTask = { task: string; bits: number }

/** Harder tasks are not taken: a phone would not be done before the visitor leaves. */
const MOST_BITS = 20
/** Hashes under way at once; the browser makes them beside the page's own thread. */
const AT_ONCE = 512

const zeroBits = (hash: ArrayBuffer) => Math.clz32(new DataView(hash).getUint32(0))

/** The task that an error of the service sets; null when there is none or it is too hard. */
export function taskOf(data: Readonly<Record<string, unknown>> | undefined): WorkTask | null {
  const { task, bits } = data ?? {}
  const isTask = typeof task === 'string' && task.length <= 160 && Number.isInteger(bits)
  return isTask && Number(bits) >= 0 && Number(bits) <= MOST_BITS ? { task, bits: Number(bits) } : null
}

/**
 * Finds what the service asks for when very many ask for codes: a number whose SHA-256, together with the task, begins
 * with zero bits.
 *
 * @throws CancelledError when `signal` aborts
 */
export async function solveWork({ task, bits }: WorkTask, signal: AbortSignal): Promise<Work> {
  const encoder = new TextEncoder()
  const digest = (number: number) => crypto.subtle.digest('SHA-256', encoder.encode(`${task}.${number}`))
  for (let first = 0; !signal.aborted; first += AT_ONCE) {
    const hashes = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => digest(first + index)))
    const found = hashes.findIndex((hash) => zeroBits(hash) >= bits)
    if (found >= 0) return { task, solution: String(first + found) }
  }
  throw new CancelledError()
}
