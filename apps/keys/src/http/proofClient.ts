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
import { encodeBase64url } from '@latchkey/std/base64url'
import { randomId } from '@latchkey/std/randomId'
import type * as z from 'zod/mini'
import { CancelledError } from '../errors/keysErrors.ts'

/** The members of an EC public key that RFC 7638 section 3.2 names, in its order. */
export type EcPublicJwk = { crv: 'P-256'; kty: 'EC'; x: string; y: string }

export type ProofInput = {
  /** The HTTP method, upper case. */
  htm: string
  /** The address of the request; query and fragment are left out of the proof (RFC 9449 section 4.2). */
  url: string
  /** Milliseconds since the epoch, by the service's clock as far as it is known. */
  now: number
  /** What the service gave in `DPoP-Nonce`, when it gave one. */
  nonce?: string | undefined
  /** The access token that goes with the request, when one does. */
  accessToken?: string | undefined
  /** The bytes of the body, when there is one: the proof carries their hash in `bh`. */
  body?: Uint8Array<ArrayBuffer> | undefined
}

const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return encodeBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

/** The public half of a P-256 key pair as a JWK with nothing but the members that a thumbprint counts. */
export async function publicJwk(keyPair: CryptoKeyPair): Promise<EcPublicJwk> {
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', keyPair.publicKey)
  return { crv: 'P-256', kty: 'EC', x, y }
}

/**
 * The JWK thumbprint (RFC 7638) that tokens are bound to.
 *
 * @example await thumbprint(await publicJwk(keyPair)) // 43 characters
 */
export const thumbprint = (jwk: EcPublicJwk): Promise<string> =>
  sha256(json({ crv: jwk.crv, kty: jwk.kty, x: jwk.x, y: jwk.y }))

/**
 * Makes a DPoP proof (RFC 9449 section 4.2): an ES256 JWT for one request, with the hash of the body as an extra claim.
 *
 * @param keyPair the device's ECDSA P-256 pair; the private half need not be extractable
 * @returns the compact JWS for the `DPoP` header
 * @example headers.set('DPoP', await createProof(keyPair, { htm: 'GET', url, now: Date.now() }))
 */
export async function createProof(keyPair: CryptoKeyPair, input: ProofInput): Promise<string> {
  const address = new URL(input.url)
  const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: await publicJwk(keyPair) }
  const claims = {
    jti: randomId(),
    htm: input.htm,
    htu: address.origin + address.pathname,
    iat: Math.floor(input.now / 1000),
    ...(input.accessToken === undefined
      ? {}
      : { ath: await sha256(new TextEncoder().encode(input.accessToken)) }),
    ...(input.nonce === undefined ? {} : { nonce: input.nonce }),
    ...(input.body === undefined ? {} : { bh: await sha256(input.body) }),
  }
  const signed = `${encodeBase64url(json(header))}.${encodeBase64url(json(claims))}`
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    keyPair.privateKey,
    new TextEncoder().encode(signed),
  )
  return `${signed}.${encodeBase64url(new Uint8Array(signature))}`
}

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
  /** The browser's own clock, which may be wrong. The frame counts by it, and a reload goes on by it. ms since the epoch. */
  now(): number
  /** The service's clock as far as it is known, ms since the epoch. */
  serviceNow(): number
  /** What the service says of times, by the browser's own clock. */
  byOwnClock<T extends { expiresAt: number; resendAt?: number }>(told: T): T
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
  const serviceNow = () => options.now() + clockOffset

  const service: Service = {
    apiOrigin: options.apiOrigin,
    fetch: options.fetch,
    init: { mode: 'cors', cache: 'no-store', redirect: 'error', referrerPolicy: 'no-referrer' },
  }

  const prove = async (request: ServiceRequest, { proofKey, accessToken }: Credentials) => {
    const { method: htm, url } = request
    const body = request.body === undefined ? undefined : new TextEncoder().encode(request.body)
    const proof = await createProof(proofKey, { htm, url, now: serviceNow(), nonce, accessToken, body })
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
    now: options.now,
    serviceNow,
    byOwnClock(told) {
      const own = { ...told }
      own.expiresAt -= clockOffset
      if (own.resendAt) own.resendAt -= clockOffset
      return own
    },
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
