import type { Sealed } from '@latchkey/protocol/http'
import { decodeBase64url, encodeBase64url } from '@latchkey/std/base64url'
import { ShareDamagedError } from '../errors/keysErrors.ts'

/**
 * RFC 9180, single-shot base mode, for one suite: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 and AES-GCM. Section numbers are
 * that RFC's. The primitives are WebCrypto's; why this is written here is in docs/decisions/0006.
 */

type Bytes = Uint8Array<ArrayBuffer>

const KEM_ID = 0x0010
const KDF_ID = 0x0001
const HASH_LENGTH = 32
const NONCE_LENGTH = 12
export const NOTHING: Bytes = new Uint8Array(0)
export const P256 = { name: 'ECDH', namedCurve: 'P-256' } as const

const text = (value: string): Bytes => new TextEncoder().encode(value)
const uint16 = (value: number): Bytes => Uint8Array.of(value >> 8, value & 0xff)

function concat(...parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

async function hmac(key: Bytes, message: Bytes): Promise<Bytes> {
  // RFC 5869 section 2.2: an absent salt is a string of zeros. WebCrypto refuses an empty key.
  const raw = key.length > 0 ? key : new Uint8Array(HASH_LENGTH)
  const imported = await crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, message))
}

/** Section 4: LabeledExtract and LabeledExpand, the latter for at most one block of the hash. */
const labeled = (suiteId: Bytes) => ({
  extract: (salt: Bytes, label: string, input: Bytes) =>
    hmac(salt, concat(text('HPKE-v1'), suiteId, text(label), input)),
  expand: async (key: Bytes, label: string, info: Bytes, length: number) =>
    (
      await hmac(key, concat(uint16(length), text('HPKE-v1'), suiteId, text(label), info, Uint8Array.of(1)))
    ).slice(0, length),
})

/** Section 4.1: the shared secret of a Diffie-Hellman result, bound to both public keys. */
export async function sharedSecret(dh: Bytes, enc: Bytes, recipient: Bytes): Promise<Bytes> {
  const kdf = labeled(concat(text('KEM'), uint16(KEM_ID)))
  const extracted = await kdf.extract(NOTHING, 'eae_prk', dh)
  return kdf.expand(extracted, 'shared_secret', concat(enc, recipient), HASH_LENGTH)
}

/** Section 5.1: key and nonce of the only message. Mode 0 (base): no pre-shared key. */
export async function schedule(secretInput: Bytes, info: Bytes, keyLength: 16 | 32) {
  const aeadId = keyLength === 32 ? 0x0002 : 0x0001
  const kdf = labeled(concat(text('HPKE'), uint16(KEM_ID), uint16(KDF_ID), uint16(aeadId)))
  const context = concat(
    Uint8Array.of(0),
    await kdf.extract(NOTHING, 'psk_id_hash', NOTHING),
    await kdf.extract(NOTHING, 'info_hash', info),
  )
  const secret = await kdf.extract(secretInput, 'secret', NOTHING)
  const raw = await kdf.expand(secret, 'key', context, keyLength)
  const nonce = await kdf.expand(secret, 'base_nonce', context, NONCE_LENGTH)
  const key = await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])
  for (const used of [secretInput, secret, raw]) used.fill(0)
  return { key, nonce }
}

/** A P-256 point from its 65 bytes; WebCrypto refuses what is not on the curve. */
export const importPoint = (point: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', point, P256, true, [])

export const exportPoint = async (key: CryptoKey): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.exportKey('raw', key))

export const agree = async (own: CryptoKey, other: CryptoKey): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: other }, own, 256))

export type Recipient = { privateKey: CryptoKey; publicKey: CryptoKey }
export type Options = { info?: Bytes; keyLength?: 16 | 32 }

/** Section 6.1: opens one message. Rejects when anything about it was changed. */
export async function openBase(
  recipient: Recipient,
  { enc, ciphertext }: { enc: Bytes; ciphertext: Bytes },
  aad: Bytes,
  { info = NOTHING, keyLength = 32 }: Options = {},
): Promise<Bytes> {
  const dh = await agree(recipient.privateKey, await importPoint(enc))
  const secret = await sharedSecret(dh, enc, await exportPoint(recipient.publicKey))
  const { key, nonce } = await schedule(secret, info, keyLength)
  const parameters = { name: 'AES-GCM', iv: nonce, additionalData: aad }
  return new Uint8Array(await crypto.subtle.decrypt(parameters, key, ciphertext))
}

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
