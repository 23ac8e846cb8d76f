import { problem, type Route } from '@latchkey/protocol/http'
import { startDeadline } from '@latchkey/std/deadline'
import type * as z from 'zod/mini'
import type { Config } from '../interfaces/Config.ts'
import { serviceUrl } from './serviceUrl.ts'

/** How an answer came out: what the contract says, a refusal with its stable code, or nothing that can be read. */
export type Answer<Reply> =
  | { kind: 'reply'; reply: Reply }
  | { kind: 'refused'; status: number; code: number | undefined }
  | { kind: 'failed' }

/** No cookies, and never more of the page's address than its origin, whatever the page's own policy says. */
export const PRIVATE = { credentials: 'omit', referrerPolicy: 'strict-origin' } as const

/** ms that one try may take. */
const TIMEOUT = 5_000

export const refusalCode = (body: unknown): number | undefined => {
  const parsed = problem.safeParse(body)
  return parsed.success ? parsed.data.error.code : undefined
}

async function askOnce<Reply extends z.ZodMiniType>(
  config: Config,
  route: Route<z.ZodMiniType, Reply>,
  timeout: number,
): Promise<Answer<z.output<Reply>>> {
  const { signal, clear } = startDeadline(timeout, config.runtime.signal)
  try {
    // The body is part of the wait: a service that sends headers and then nothing must not hold anything up.
    const response = await fetch(serviceUrl(config, route.path), { signal, ...PRIVATE })
    const body: unknown = await response.json().catch(() => undefined)
    if (signal.aborted) return { kind: 'failed' }
    if (!response.ok) return { kind: 'refused', status: response.status, code: refusalCode(body) }
    const parsed = route.reply.safeParse(body)
    return parsed.success ? { kind: 'reply', reply: parsed.data } : { kind: 'failed' }
  } catch {
    return { kind: 'failed' }
  } finally {
    clear()
  }
}

const isWorthAnother = (answer: Answer<unknown>): boolean =>
  answer.kind === 'failed' || (answer.kind === 'refused' && answer.status >= 500)

/**
 * Asks the service by GET. Never rejects.
 *
 * @param options `retries` after a failure that may pass, default 0; `timeout` of each try in ms, default 5 000
 */
export async function askService<Reply extends z.ZodMiniType>(
  config: Config,
  route: Route<z.ZodMiniType, Reply>,
  options: { retries?: number; timeout?: number } = {},
): Promise<Answer<z.output<Reply>>> {
  const { retries = 0, timeout = TIMEOUT } = options
  let answer = await askOnce(config, route, timeout)
  for (let left = retries; left > 0 && isWorthAnother(answer); left--) {
    if (config.runtime.signal.aborted) break
    answer = await askOnce(config, route, timeout)
  }
  return answer
}
