import { RateLimitedError } from '@latchkey/protocol/http'
import type { Limit } from '../../../context/ChainRpc.ts'

/**
 * Refuses calls beyond a number that run at the same time.
 *
 * @throws RateLimitedError
 * @example
 * const limit = limitConcurrency(20); await limit(() => fetch(url))
 */
export function limitConcurrency(max: number): Limit {
  let running = 0
  return async (run) => {
    if (running >= max) throw new RateLimitedError()
    running++
    try {
      return await run()
    } finally {
      running--
    }
  }
}
