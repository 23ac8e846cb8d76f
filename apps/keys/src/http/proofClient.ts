import {
  askService,
  type Fetch,
  type RouteCall,
  replyOf,
  type Service,
  type ServiceAnswer,
  type ServiceRequest,
} from '@latchkey/protocol/client'
import { InvalidProofError, type Route, UseDpopNonceError } from '@latchkey/protocol/http'
import type * as z from 'zod/mini'
import { CancelledError } from '../errors/keysErrors.ts'
import { createProof } from './dpop.ts'

/** What a caller says of a call; the proof is added. */
export type CallInput<R extends Route> = Pick<RouteCall<R>, 'params' | 'query' | 'body' | 'signal' | 'ms'>

/** Longest answer that is read, in characters. */
const LONGEST = 262_144

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

  const service: Service = {
    apiOrigin: options.apiOrigin,
    fetch: options.fetch,
    init: { mode: 'cors', cache: 'no-store', redirect: 'error', referrerPolicy: 'no-referrer' },
  }

  const prove = async (request: ServiceRequest, { proofKey, accessToken }: Credentials) => {
    const { method: htm, url } = request
    const body = request.body === undefined ? undefined : new TextEncoder().encode(request.body)
    const proof = await createProof(proofKey, { htm, url, now: now(), nonce, accessToken, body })
    const token = accessToken === undefined ? {} : { authorization: `DPoP ${accessToken}` }
    return { accept: 'application/json', dpop: proof, ...token }
  }

  const attempt = async <R extends Route>(route: R, credentials: Credentials, input: CallInput<R>) => {
    const answer = await askService(service, route, {
      ...input,
      headers: (request) => prove(request, credentials),
      cancelled: () => new CancelledError(),
      longest: LONGEST,
    })
    nonce = answer.headers.get('DPoP-Nonce') ?? nonce
    return answer
  }

  return {
    now,
    async call(route, credentials, input) {
      let answer = await attempt(route, credentials, input)
      if (codeOf(answer) === UseDpopNonceError.code) answer = await attempt(route, credentials, input)
      const serviceClock = clockOf(answer)
      if (serviceClock !== null) {
        clockOffset = serviceClock - options.now()
        answer = await attempt(route, credentials, input)
      }
      return replyOf(answer)
    },
  }
}

const codeOf = (answer: ServiceAnswer): number | undefined =>
  answer.kind === 'refused' ? answer.error?.code : undefined

/** The service's clock, when it refused the proof because of the time; ms since the epoch. */
function clockOf(answer: ServiceAnswer): number | null {
  if (answer.kind !== 'refused' || answer.error?.code !== InvalidProofError.code) return null
  const now = answer.error.data?.now
  if (typeof now === 'number' && Number.isFinite(now)) return now
  const date = Date.parse(answer.headers.get('Date') ?? '')
  return Number.isNaN(date) ? null : date
}
