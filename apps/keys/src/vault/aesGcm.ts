import type { Encrypted } from '@latchkey/protocol/http'
import { decodeBase64url, encodeBase64url } from '@latchkey/std/base64url'
import { ShareDamagedError } from '../errors/keysErrors.ts'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * Encrypts with AES-256-GCM under a fresh random 96-bit iv (NIST SP 800-38D section 8.2.2).
 *
 * @param key stays inside WebCrypto
 * @param aad what the ciphertext is bound to
 * @example const encrypted = await encrypt(device.wrappingKey, share, deviceShareAad(ids))
 */
export async function encrypt(key: CryptoKey, plaintext: Bytes, aad: Bytes): Promise<Encrypted> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const ciphertext = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: aad }, key, plaintext)
  return { iv: encodeBase64url(iv), ciphertext: encodeBase64url(new Uint8Array(ciphertext)) }
}

/**
 * Opens what `encrypt` made. The caller zeroes the answer when it is a secret.
 *
 * @throws ShareDamagedError when key, iv, ciphertext or AAD is another one
 */
export async function decrypt(key: CryptoKey, encrypted: Encrypted, aad: Bytes): Promise<Bytes> {
  try {
    const iv = decodeBase64url(encrypted.iv)
    // Only what `encrypt` can have made: other lengths of iv are hashed into a counter, and never come from us.
    if (iv.length !== 12) throw new ShareDamagedError()
    const ciphertext = decodeBase64url(encrypted.ciphertext)
    return new Uint8Array(
      await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: aad }, key, ciphertext),
    )
  } catch {
    throw new ShareDamagedError()
  }
}
