import { encodeBase64url } from '@latchkey/std/base64url'
import { randomId } from '@latchkey/std/randomId'

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
