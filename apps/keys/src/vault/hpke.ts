import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import type { Sealed } from '@latchkey/protocol/http'
import { decodeBase64url, encodeBase64url } from '../base64url.ts'
import { ShareDamagedError } from '../errors.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** RFC 9180, base mode: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-256-GCM. `info` is empty; the AAD says what it is. */
const createSuite = () =>
  new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })

/**
 * Makes a key pair for one message. The private half cannot be exported.
 *
 * @returns the pair, and the public half as the point's 65 bytes in base64url
 */
export async function createOneUseKey(): Promise<{ keyPair: CryptoKeyPair; publicKey: string }> {
  const keyPair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, [
    'deriveBits',
  ])
  const point = await crypto.subtle.exportKey('raw', keyPair.publicKey)
  return { keyPair, publicKey: encodeBase64url(new Uint8Array(point)) }
}

/**
 * Seals one message to a public key.
 *
 * @param publicKey the point's 65 bytes in base64url
 * @example const sealed = await seal(config.channelKey, share, keysetAad(ids))
 */
export async function seal(publicKey: string, plaintext: Bytes, aad: Bytes): Promise<Sealed> {
  const suite = createSuite()
  const recipientPublicKey = await suite.kem.deserializePublicKey(decodeBase64url(publicKey).buffer)
  const { enc, ct } = await suite.seal({ recipientPublicKey }, plaintext, aad)
  return { enc: encodeBase64url(new Uint8Array(enc)), ciphertext: encodeBase64url(new Uint8Array(ct)) }
}

/**
 * Opens a message that was sealed to `keyPair`. The caller zeroes the answer.
 *
 * @throws ShareDamagedError when it was sealed to another key or for another purpose, or was changed
 */
export async function open(keyPair: CryptoKeyPair, sealed: Sealed, aad: Bytes): Promise<Bytes> {
  try {
    const opened = await createSuite().open(
      { recipientKey: keyPair, enc: decodeBase64url(sealed.enc) },
      decodeBase64url(sealed.ciphertext),
      aad,
    )
    return new Uint8Array(opened)
  } catch {
    throw new ShareDamagedError()
  }
}
