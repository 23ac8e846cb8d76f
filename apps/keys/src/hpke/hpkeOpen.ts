import type { Sealed } from '@latchkey/protocol/http'
import { decodeBase64url, encodeBase64url } from '@latchkey/std/base64url'
import { ShareDamagedError } from '../errors/keysErrors.ts'
import { exportPoint, openBase } from './hpkeSchedule.ts'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * Makes a key pair for one message. The private half cannot be exported.
 *
 * @returns the pair, and the public half as the point's 65 bytes in base64url
 */
export async function createOneUseKey(): Promise<{ keyPair: CryptoKeyPair; publicKey: string }> {
  const keyPair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, [
    'deriveBits',
  ])
  return { keyPair, publicKey: encodeBase64url(await exportPoint(keyPair.publicKey)) }
}

/**
 * Opens a message that was sealed to `keyPair`. The caller zeroes the answer.
 *
 * @throws ShareDamagedError when it was sealed to another key or for another purpose, or was changed
 */
export async function open(keyPair: CryptoKeyPair, sealed: Sealed, aad: Bytes): Promise<Bytes> {
  try {
    const message = { enc: decodeBase64url(sealed.enc), ciphertext: decodeBase64url(sealed.ciphertext) }
    return await openBase(keyPair, message, aad)
  } catch {
    throw new ShareDamagedError()
  }
}
