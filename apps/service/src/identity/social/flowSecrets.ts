import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { sha256, toBase64url } from '../../crypto/bytes.ts'

/** What the service alone knows of an OAuth login under way. */
export const oauthSecrets = z.strictObject({
  /** PKCE code verifier (RFC 7636). */
  verifier: z.string(),
  nonce: z.string(),
})

/**
 * Makes the secrets of a login. The nonce is the hash of the device's key and of 256 random bits: an ID token that was
 * made for another device, or for another login, has another one.
 *
 * @param jkt thumbprint of the key (RFC 7638)
 */
export function createOauthSecrets(jkt: string): z.output<typeof oauthSecrets> {
  const random = () => toBase64url(randomBytes(32))
  return { verifier: random(), nonce: sha256(`${jkt}${random()}`) }
}
