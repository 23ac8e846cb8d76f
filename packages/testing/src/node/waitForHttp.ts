import { type HttpReply, httpRequest } from './httpRequest.ts'
import { poll } from './poll.ts'

export type WaitForHttpOptions = {
  /** Milliseconds in all. Default 120 000. */
  timeout?: number
  /** Milliseconds between attempts. Default 50. */
  interval?: number
  signal?: AbortSignal
  /** Sent with each attempt, such as Host. */
  headers?: Record<string, string>
  /** Which status ends the wait. Default: 200 to 299. */
  accept?: (status: number) => boolean
}

const isSuccess = (status: number) => status >= 200 && status < 300

/**
 * Waits until an HTTP server answers with an accepted status. `*.localhost` is 127.0.0.1.
 *
 * @param url http: only
 * @throws Error when the time is over (with the last failure) or `signal` aborts
 * @example
 * await waitForHttp('http://api.localhost:8787/health', { timeout: 10_000 })
 */
export function waitForHttp(url: string, options: WaitForHttpOptions = {}): Promise<HttpReply> {
  const accept = options.accept ?? isSuccess
  return poll(
    async (signal) => {
      const reply = await httpRequest(url, {
        signal,
        // One that starts may take a connection and never answer it.
        timeout: 5_000,
        ...(options.headers ? { headers: options.headers } : {}),
      })
      if (!accept(reply.status)) throw new Error(`it answered with status ${reply.status}`)
      return reply
    },
    { name: url, ...options },
  )
}
