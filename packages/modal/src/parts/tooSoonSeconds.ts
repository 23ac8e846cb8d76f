import { codeOf } from './errorWords.ts'

/** Codes of the host's throttle and of the service's. */
const TOO_SOON: ReadonlySet<number> = new Set([5007, 4100])
const DEFAULT_WAIT = 30

/** How long to wait before another code may be asked for; undefined for any other error. */
export function tooSoonSeconds(error: unknown): number | undefined {
  if (!TOO_SOON.has(codeOf(error) ?? 0)) return undefined
  const data = (error as { data?: { retryAfter?: unknown } }).data
  return typeof data?.retryAfter === 'number' ? Math.max(1, Math.ceil(data.retryAfter)) : DEFAULT_WAIT
}
