import { fallback, type HttpTransport, http } from 'viem'
import type { Chain } from '../config/chains.ts'
import { createRanking } from './ranking.ts'

export type UpstreamRequest = { method: string; params?: unknown }
export type Upstream = {
  /** Rejects with viem's errors. `signal` ends waiting and retrying. */
  request(call: UpstreamRequest, signal: AbortSignal): Promise<unknown>
}

export type UpstreamOptions = {
  /** Of one try, in ms. */
  timeout?: number
  /** Calls of the same moment share a request; default true. */
  batch?: boolean
  /** Longest answer to a request; default 10 MiB. */
  mostBytes?: number
}

/** Spec 7 and 9: batch of 1000, 10 s a try, three retries from 150 ms up, Retry-After honoured. */
const BATCH_SIZE = 1_000
const TIMEOUT = 10_000
const RETRY_COUNT = 3
const MOST_BYTES = 10_485_760
const RETRY_DELAY = 150

/**
 * viem waits as long as a signal that it is given lets it, so the time-out of each try is put into the same signal here.
 * Whoever asked and left ends the try too.
 */
const fetchWithTimeout =
  (timeout: number): typeof fetch =>
  (input, init) => {
    const limit = AbortSignal.timeout(timeout)
    return fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, limit]) : limit })
  }

/** Without a retry count of its own: who uses it decides, or tries inside tries would multiply. */
const newTransport = (url: string, { timeout, batch, mostBytes }: Required<UpstreamOptions>) =>
  http(url, {
    batch: batch ? { batchSize: BATCH_SIZE } : false,
    timeout,
    retryDelay: RETRY_DELAY,
    fetchFn: fetchWithTimeout(timeout),
    maxResponseBodySize: mostBytes,
  })

/**
 * One network's upstreams as one: calls of the same moment share a batch, a failing upstream is passed over, and the
 * order follows what was measured.
 *
 * @param options see `UpstreamOptions`
 */
export function createUpstream(chain: Chain, now: () => number, options: UpstreamOptions = {}): Upstream {
  const { timeout = TIMEOUT, batch = true, mostBytes = MOST_BYTES } = options
  const transports = chain.rpcUrls.map((url) => newTransport(url, { timeout, batch, mostBytes }))
  const combine = (order: readonly HttpTransport[]) => {
    const [only] = order
    if (order.length === 1 && only) return only({ retryCount: RETRY_COUNT })
    return fallback(order, { retryCount: RETRY_COUNT, retryDelay: RETRY_DELAY })({})
  }
  let current = combine(transports)
  const ranking =
    transports.length > 1
      ? createRanking(transports, now, (order) => {
          current = combine(order)
        })
      : null
  return {
    request(call, signal) {
      ranking?.touch()
      // A raw transaction is sent once: a second try after a lost answer would report "already known" as a failure.
      const options = call.method === 'eth_sendRawTransaction' ? { signal, retryCount: 0 } : { signal }
      return current.request(call, options)
    },
  }
}
