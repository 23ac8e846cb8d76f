import type { DefinedError } from '@latchkey/errors'
import {
  InvalidProofError,
  MissingProofError,
  ReplayedProofError,
  UseDpopNonceError,
} from '@latchkey/protocol/http'
import { calculateJwkThumbprint, decodeProtectedHeader, importJWK, type JWK, jwtVerify } from 'jose'

type Data = Record<string, string | number | boolean | null>

/** What the fake service answers with instead of a reply. */
export type Refusal = { refused: DefinedError; data?: Data }

/** Refuses a request; the router makes the problem body of it. */
export function refuse(refused: DefinedError, data?: Data): never {
  const refusal: Refusal = data ? { refused, data } : { refused }
  throw refusal
}

const hash = async (bytes: Uint8Array<ArrayBuffer>) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('base64url')

export type ProofCheck = {
  proof: string | null
  method: string
  url: string
  body: Uint8Array<ArrayBuffer> | undefined
  accessToken: string | undefined
  needNonce: boolean
}

/**
 * Checks DPoP proofs (RFC 9449 section 4.3) with an implementation that is not ours.
 *
 * @returns the thumbprint of the proof's key
 */
export function createProofChecker(options: { now(): number; nonce(): string }) {
  const seen = new Set<string>()
  return async (check: ProofCheck): Promise<string> => {
    if (!check.proof) return refuse(MissingProofError)
    const { jwk, alg, typ } = decodeProtectedHeader(check.proof) as { jwk?: JWK; alg?: string; typ?: string }
    if (!jwk || jwk.d || alg !== 'ES256' || typ !== 'dpop+jwt') return refuse(InvalidProofError)
    const now = options.now()
    const currentDate = new Date(now)
    const { payload } = await jwtVerify(check.proof, await importJWK(jwk, 'ES256'), {
      typ: 'dpop+jwt',
      algorithms: ['ES256'],
      currentDate,
    }).catch(() => refuse(InvalidProofError))
    if (Math.abs((payload.iat ?? 0) * 1000 - now) > 60_000) refuse(InvalidProofError, { now })
    const { origin, pathname } = new URL(check.url)
    if (payload.htm !== check.method || payload.htu !== origin + pathname) refuse(InvalidProofError)
    const wantedBody = check.body && (await hash(check.body))
    if (payload.bh !== wantedBody) refuse(InvalidProofError)
    const wantedToken = check.accessToken && (await hash(new TextEncoder().encode(check.accessToken)))
    if (payload.ath !== wantedToken) refuse(InvalidProofError)
    if (check.needNonce && payload.nonce !== options.nonce()) refuse(UseDpopNonceError)
    const { jti } = payload
    if (typeof jti !== 'string' || jti.length < 22 || seen.has(jti)) return refuse(ReplayedProofError)
    seen.add(jti)
    return calculateJwkThumbprint(jwk)
  }
}
