import { type BaseError, fromWire } from '@latchkey/errors'
import { problem, ServiceUnreachableError } from '@latchkey/protocol/http'
import { withDeadline } from '@latchkey/std/deadline'
import { CancelledError } from '../errors/keysErrors.ts'

/** Longest wait for one answer of the service, in ms. */
export const REQUEST_TIMEOUT = 10_000
/** Longest answer that is read, in characters. */
const MAX_ANSWER = 262_144

export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export type Request = {
  url: string
  method: string
  headers: Record<string, string>
  body?: Uint8Array<ArrayBuffer> | undefined
  signal?: AbortSignal | undefined
  /** ms, `REQUEST_TIMEOUT` when left out */
  timeout?: number | undefined
}

export type Answer = {
  /** JSON of the body, unchecked; an empty body is `{}`. */
  value: unknown
  /** Set when the status is not 2xx. */
  error: BaseError | null
  /** `DPoP-Nonce` (RFC 9449 section 8) */
  nonce: string | null
  /** The service's clock, ms since the epoch. */
  date: number | null
}

/**
 * Sends one request and reads the whole answer within the time-out. No cookie, no cache, no redirect, no referrer.
 *
 * @throws ServiceUnreachableError when the network fails, the time is over, or the answer is not the service's
 * @throws CancelledError when `signal` aborts
 */
export async function send(fetch: Fetch, request: Request): Promise<Answer> {
  const { url, method, headers, body, signal, timeout = REQUEST_TIMEOUT } = request
  return withDeadline(
    {
      ms: timeout,
      signal,
      tooLate: () => new ServiceUnreachableError(),
      cancelled: () => new CancelledError(),
    },
    async (own) => {
      try {
        const response = await fetch(url, {
          method,
          headers,
          ...(body ? { body } : {}),
          signal: own,
          mode: 'cors',
          credentials: 'omit',
          cache: 'no-store',
          redirect: 'error',
          referrerPolicy: 'no-referrer',
        })
        return readAnswer(response, await response.text())
      } catch {
        throw new ServiceUnreachableError()
      }
    },
  )
}

function readAnswer(response: Response, text: string): Answer {
  const date = Date.parse(response.headers.get('Date') ?? '')
  const value = text.length > MAX_ANSWER ? undefined : parseJson(text)
  return {
    value,
    error: response.ok ? null : problemOf(value),
    nonce: response.headers.get('DPoP-Nonce'),
    date: Number.isNaN(date) ? null : date,
  }
}

function problemOf(value: unknown): BaseError {
  const parsed = problem.safeParse(value)
  if (!parsed.success) return new ServiceUnreachableError()
  const { code, message, data } = parsed.data.error
  return fromWire({ code, message, ...(data ? { data } : {}) })
}

function parseJson(text: string): unknown {
  if (text === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
