import type { Sealed } from '@latchkey/protocol/http'
import { decodeBase64url, encodeBase64url } from '@latchkey/std/base64url'
import {
  agree,
  exportPoint,
  importPoint,
  NOTHING,
  type Options,
  P256,
  type Recipient,
  schedule,
  sharedSecret,
} from './hpkeOpen.ts'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * Seals one message to a public key (RFC 9180, base mode; `info` is empty, the AAD says what it is).
 *
 * @param publicKey the point's 65 bytes in base64url
 * @example const sealed = await seal(config.channelKey, share, keysetAad(ids))
 */
export async function seal(publicKey: string, plaintext: Bytes, aad: Bytes): Promise<Sealed> {
  const { enc, ciphertext } = await sealBase(decodeBase64url(publicKey), plaintext, aad)
  return { enc: encodeBase64url(enc), ciphertext: encodeBase64url(ciphertext) }
}

/** Section 6.1: seals one message to a point. `ephemeral` is for test vectors alone. */
export async function sealBase(
  recipient: Bytes,
  plaintext: Bytes,
  aad: Bytes,
  { info = NOTHING, keyLength = 32, ephemeral }: Options & { ephemeral?: Recipient } = {},
): Promise<{ enc: Bytes; ciphertext: Bytes }> {
  const other = await importPoint(recipient)
  const own = ephemeral ?? (await crypto.subtle.generateKey(P256, false, ['deriveBits']))
  const enc = await exportPoint(own.publicKey)
  const secret = await sharedSecret(await agree(own.privateKey, other), enc, recipient)
  const { key, nonce } = await schedule(secret, info, keyLength)
  const parameters = { name: 'AES-GCM', iv: nonce, additionalData: aad }
  return { enc, ciphertext: new Uint8Array(await crypto.subtle.encrypt(parameters, key, plaintext)) }
}
