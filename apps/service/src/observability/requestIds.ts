import { AsyncLocalStorage } from 'node:async_hooks'
import { randomId } from '../crypto/bytes.ts'
import type { Logger } from './createLogger.ts'

const HEADER = 'x-request-id'
/** What the proxies of this world write: UUIDs, hex, ULIDs and the like. */
const SANE = /^[A-Za-z0-9._-]{8,64}$/

/** One id a request: in the answer, and in every line that is logged on the way to it. */
export type RequestIds = {
  /** Answers a request under its id. */
  answer(request: Request, handler: () => Promise<Response>): Promise<Response>
  /** The logger, with the id of the request that each line belongs to. */
  nameIn(logger: Logger): Logger
}

/**
 * @param trustedProxies with a proxy of the operator in front, its id is taken if it looks like one; else anybody could
 *   write what they like into the log
 */
export function createRequestIds(trustedProxies: number): RequestIds {
  const current = new AsyncLocalStorage<string>()
  const idOf = (request: Request) => {
    const told = trustedProxies > 0 ? request.headers.get(HEADER) : null
    return told !== null && SANE.test(told) ? told : randomId()
  }
  const named = (facts: object) => {
    const requestId = current.getStore()
    return requestId === undefined ? facts : { requestId, ...facts }
  }
  return {
    async answer(request, handler) {
      const id = idOf(request)
      const response = await current.run(id, handler)
      response.headers.set(HEADER, id)
      return response
    },
    nameIn: (logger) => ({
      info: (facts, message) => logger.info(named(facts), message),
      warn: (facts, message) => logger.warn(named(facts), message),
      error: (facts, message) => logger.error(named(facts), message),
    }),
  }
}
