import type { BaseError } from '@latchkey/errors'
import {
  InvalidProofError,
  type Route,
  ServiceUnreachableError,
  UseDpopNonceError,
} from '@latchkey/protocol/http'
import type * as z from 'zod/mini'
import { createProof } from './dpop.ts'
import { type Answer, type Fetch, send } from './send.ts'

export type CallInput<R extends Route> = {
  /** Values of the path's `:names`. */
  params?: Record<string, string>
  query?: Record<string, string>
  body?: z.output<R['body']>
  signal?: AbortSignal | undefined
  /** ms */
  timeout?: number
}

export type Credentials = { proofKey: CryptoKeyPair; accessToken?: string | undefined }

export type ProofClient = {
  /**
   * Calls a route with a proof by the device's key.
   *
   * @throws ServiceUnreachableError when no well-formed answer comes
   * @throws CancelledError when the signal aborts
   * @throws BaseError with the service's code for every refusal
   */
  call<R extends Route>(
    route: R,
    credentials: Credentials,
    input: CallInput<R>,
  ): Promise<z.output<R['reply']>>
  /** The service's clock as far as it is known, ms since the epoch. */
  now(): number
}

/**
 * Makes the client that adds DPoP proofs (RFC 9449). It remembers the newest nonce of the service, repeats a call once
 * when the service asks for a nonce, and once with a corrected clock when the service says that the proof's time is off.
 *
 * @example
 * const client = createProofClient({ apiOrigin: config.apiOrigin, fetch, now: Date.now })
 * await client.call(startEmail, { proofKey }, { body })
 */
export function createProofClient(options: { apiOrigin: string; fetch: Fetch; now(): number }): ProofClient {
  let nonce: string | undefined
  let clockOffset = 0
  const now = () => options.now() + clockOffset

  const attempt = async <R extends Route>(
    route: R,
    credentials: Credentials,
    input: CallInput<R>,
  ): Promise<Answer> => {
    const query = input.query ? `?${new URLSearchParams(input.query)}` : ''
    const url = options.apiOrigin + fillPath(route.path, input.params ?? {}) + query
    const body =
      route.method === 'POST' ? new TextEncoder().encode(JSON.stringify(input.body ?? {})) : undefined
    const { proofKey, accessToken } = credentials
    const proof = await createProof(proofKey, {
      htm: route.method,
      url,
      now: now(),
      nonce,
      accessToken,
      body,
    })
    const headers: Record<string, string> = { Accept: 'application/json', DPoP: proof }
    if (body) headers['Content-Type'] = 'application/json'
    if (accessToken !== undefined) headers.Authorization = `DPoP ${accessToken}`
    const { signal, timeout } = input
    const answer = await send(options.fetch, { url, method: route.method, headers, body, signal, timeout })
    if (answer.nonce) nonce = answer.nonce
    return answer
  }

  return {
    now,
    async call(route, credentials, input) {
      let answer = await attempt(route, credentials, input)
      if (answer.error?.code === UseDpopNonceError.code) {
        answer = await attempt(route, credentials, input)
      }
      const serviceClock = clockOf(answer)
      if (serviceClock !== null) {
        clockOffset = serviceClock - options.now()
        answer = await attempt(route, credentials, input)
      }
      if (answer.error) throw answer.error
      const reply = route.reply.safeParse(answer.value)
      if (!reply.success) throw new ServiceUnreachableError({ details: `Unexpected answer of ${route.path}` })
      return reply.data as z.output<(typeof route)['reply']>
    },
  }
}

/** The service's clock, when it refused the proof because of the time. */
function clockOf({ error, date }: Answer): number | null {
  if (error?.code !== InvalidProofError.code) return null
  return clockData(error) ?? date
}

function clockData(error: BaseError): number | null {
  const now = error.data?.now
  return typeof now === 'number' && Number.isFinite(now) ? now : null
}

function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
