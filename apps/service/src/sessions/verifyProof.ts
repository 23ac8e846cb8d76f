import {
  InvalidProofError,
  MissingProofError,
  ReplayedProofError,
  UseDpopNonceError,
} from '@latchkey/protocol/http'
import { calculateJwkThumbprint, compactVerify, decodeProtectedHeader, importJWK } from 'jose'
import * as z from 'zod'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { equalsInConstantTime, keyedHash, sha256 } from '../crypto/bytes.ts'
import { usedProofs } from '../db/schema.ts'

/** `<time in base 36>` padded to 9, then 22 characters of its keyed hash: nothing needs to be stored (RFC 9449 section 8). */
const TIME_LENGTH = 9
const HASH_LENGTH = 22

const tagOf = (key: Uint8Array, time: string) => keyedHash(key, 'dpop-nonce', time).slice(0, HASH_LENGTH)

/** Clocks of two processes of the service may differ by this much. */
const CLOCK_SKEW = 30_000

/** Makes a nonce that every process of the service recognises. */
export function createNonce(key: Uint8Array, now: number): string {
  const time = now.toString(36).padStart(TIME_LENGTH, '0')
  return `${time}${tagOf(key, time)}`
}

/** Whether the service made the nonce, at most `lifetime` milliseconds ago. */
export function isLiveNonce(key: Uint8Array, nonce: string, now: number, lifetime: number): boolean {
  if (nonce.length !== TIME_LENGTH + HASH_LENGTH) return false
  const time = nonce.slice(0, TIME_LENGTH)
  const made = Number.parseInt(time, 36)
  if (!equalsInConstantTime(tagOf(key, time), nonce.slice(TIME_LENGTH))) return false
  return made - now <= CLOCK_SKEW && now - made <= lifetime
}

const coordinate = z.string().regex(/^[A-Za-z0-9_-]{43}$/)
/** Public P-256 members alone; a private one (`d`) is refused with every other extra. */
const jwkSchema = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: coordinate,
  y: coordinate,
})
const headerSchema = z.strictObject({ typ: z.literal('dpop+jwt'), alg: z.literal('ES256'), jwk: jwkSchema })
const hash = z.string().regex(/^[A-Za-z0-9_-]{43}$/)
const claimsSchema = z.strictObject({
  /** At least 96 bits (RFC 9449 section 4.2). */
  jti: z.string().regex(/^[A-Za-z0-9_-]{16,64}$/),
  htm: z.string(),
  htu: z.string(),
  /** Seconds. */
  iat: z.int(),
  ath: hash.optional(),
  nonce: z.string().max(128).optional(),
  /** Ours: SHA-256 of the body's bytes. */
  bh: hash.optional(),
})
type Claims = z.output<typeof claimsSchema>

export type ProvenRequest = {
  proof: string | null
  method: string
  /** Path without query. */
  path: string
  body: Uint8Array
  accessToken: string | null
  /** The proof must carry a live nonce of the service. */
  needsNonce: boolean
}

async function readSigned(proof: string): Promise<{ claims: Claims; jkt: string }> {
  const header = headerSchema.parse(decodeProtectedHeader(proof))
  const key = await importJWK(header.jwk, 'ES256')
  const { payload } = await compactVerify(proof, key, { algorithms: ['ES256'] })
  const claims = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload)) as unknown
  return { claims: claimsSchema.parse(claims), jkt: await calculateJwkThumbprint(header.jwk) }
}

function findMismatch(service: ServiceContext, request: ProvenRequest, claims: Claims): string | null {
  const { config, limits } = service
  if (claims.htm !== request.method) return 'htm'
  if (claims.htu !== `${config.apiOrigin}${request.path}`) return 'htu'
  if (Math.abs(config.now() - claims.iat * 1_000) > limits.proofSkew) return 'iat'
  if (request.accessToken !== null && claims.ath !== sha256(request.accessToken)) return 'ath'
  if ((request.body.length > 0 || claims.bh) && claims.bh !== sha256(request.body)) return 'bh'
  return null
}

/**
 * Checks the DPoP proof of one request (RFC 9449 section 4.3) with our body hash, and marks it as used.
 *
 * @returns the thumbprint of the device's key (RFC 7638)
 * @throws MissingProofError, InvalidProofError (with the service's clock as `now`), UseDpopNonceError, ReplayedProofError
 */
export async function verifyProof(service: ServiceContext, request: ProvenRequest): Promise<{ jkt: string }> {
  const { config, limits, hashKeys, db } = service
  if (!request.proof) throw new MissingProofError()
  const now = config.now()
  const invalid = (claim: string, cause?: unknown) => new InvalidProofError({ data: { now, claim }, cause })
  const { claims, jkt } = await readSigned(request.proof).catch((cause: unknown) => {
    throw invalid('form', cause)
  })
  const mismatch = findMismatch(service, request, claims)
  if (mismatch) throw invalid(mismatch)
  const { nonce } = claims
  const hasNonce =
    nonce !== undefined &&
    [hashKeys, ...hashKeys.others].some((keys) => isLiveNonce(keys.nonce, nonce, now, limits.nonceLifetime))
  if (request.needsNonce && !hasNonce) throw new UseDpopNonceError()
  const fresh = await db
    .insert(usedProofs)
    // A proof is taken from a minute before its iat to a minute after: two minutes outlast it, three with a margin.
    .values({ id: sha256(`${jkt}.${claims.jti}`), expiresAt: now + 3 * limits.proofSkew })
    .onConflictDoNothing()
    .returning({ id: usedProofs.id })
  if (!fresh.length) throw new ReplayedProofError()
  return { jkt }
}
