import { askService as ask } from '@latchkey/protocol/client'
import type { Route } from '@latchkey/protocol/http'
import type * as z from 'zod/mini'
import type { Config } from '../interfaces/Config.ts'
import { serviceOf } from './serviceUrl.ts'

/** How an answer came out: what the contract says, a refusal with its stable code, or nothing that can be read. */
export type Answer<Reply> =
  | { kind: 'reply'; reply: Reply }
  | { kind: 'refused'; status: number; code: number | undefined }
  | { kind: 'failed' }

/** ms that one try may take. */
const TIMEOUT = 5_000

async function askOnce<R extends Route>(
  config: Config,
  route: R,
  ms: number,
): Promise<Answer<z.output<R['reply']>>> {
  try {
    const answer = await ask(serviceOf(config), route, { ms, signal: config.runtime.signal })
    if (answer.kind === 'reply') return { kind: 'reply', reply: answer.reply }
    if (answer.kind === 'unreadable') return { kind: 'failed' }
    return { kind: 'refused', status: answer.status, code: answer.error?.code }
  } catch {
    return { kind: 'failed' }
  }
}

const isWorthAnother = (answer: Answer<unknown>): boolean =>
  answer.kind === 'failed' || (answer.kind === 'refused' && answer.status >= 500)

/**
 * Asks the service by GET. Never rejects.
 *
 * @param options `retries` after a failure that may pass, default 0; `timeout` of each try in ms, default 5 000
 */
export async function askService<R extends Route>(
  config: Config,
  route: R,
  options: { retries?: number; timeout?: number } = {},
): Promise<Answer<z.output<R['reply']>>> {
  const { retries = 0, timeout = TIMEOUT } = options
  let answer = await askOnce(config, route, timeout)
  for (let left = retries; left > 0 && isWorthAnother(answer); left--) {
    if (config.runtime.signal.aborted) break
    answer = await askOnce(config, route, timeout)
  }
  return answer
}
