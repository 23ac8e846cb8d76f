import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** A key-encryption key and the name that sealed records carry. */
export type EnvelopeKey = {
  id: string
  key: Uint8Array
  /** Keys that open records and seal none: those before a rotation, or the next one while processes restart. */
  others?: readonly EnvelopeKey[]
}

/** A record could not be opened: another key, another context, or changed bytes. */
export class EnvelopeError extends Error {
  override name = 'EnvelopeError'
}

/** Default initial value of RFC 3394 section 2.2.3.1. */
const KEY_WRAP_IV = Buffer.alloc(8, 0xa6)
const TAG_LENGTH = 16

/**
 * Names a key by a hash of it, so that a later key can be told from this one.
 *
 * @param others further keys that open, see `EnvelopeKey`
 */
export function envelopeKey(key: Uint8Array, others: readonly Uint8Array[] = []): EnvelopeKey {
  const id = createHash('sha256').update('latchkey/kek-id').update(key).digest('hex').slice(0, 8)
  return others.length ? { id, key, others: others.map((other) => envelopeKey(other)) } : { id, key }
}

function cryptGcm(key: Uint8Array, iv: Uint8Array, context: string, plaintext: Uint8Array): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
  return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
}

/**
 * Seals one record: AES-256-GCM under a key of its own, which is wrapped under the key-encryption key
 * (AES-KW, RFC 3394).
 *
 * @param context what the record is and whose, such as `v1|keyset|<userId>|<walletId>|<keysetId>`; opening needs the same
 * @returns `v1.<key id>.<wrapped key>.<iv>.<ciphertext>`, base64url
 */
export function seal({ id, key }: EnvelopeKey, context: string, plaintext: Uint8Array): string {
  const recordKey = randomBytes(32)
  const iv = randomBytes(12)
  const wrap = createCipheriv('id-aes256-wrap', key, KEY_WRAP_IV)
  const wrapped = Buffer.concat([wrap.update(recordKey), wrap.final()])
  const ciphertext = cryptGcm(recordKey, iv, context, plaintext)
  recordKey.fill(0)
  return ['v1', id, ...[wrapped, iv, ciphertext].map((part) => part.toString('base64url'))].join('.')
}

type Parts = { keyId: string; wrapped: Buffer; iv: Buffer; body: Buffer }

function readParts(sealed: string): Parts {
  const [version, keyId, ...rest] = sealed.split('.')
  const [wrapped, iv, body, ...more] = rest.map((part) => Buffer.from(part, 'base64url'))
  if (version !== 'v1' || !keyId || !wrapped || !iv || !body || more.length || body.length < TAG_LENGTH)
    throw new EnvelopeError('The record is not a sealed one.')
  return { keyId, wrapped, iv, body }
}

function findKey({ others = [], ...current }: EnvelopeKey, keyId: string): EnvelopeKey {
  const found = [current, ...others].find(({ id }) => id === keyId)
  if (!found) throw new EnvelopeError(`The record is sealed under key ${keyId}, not ${current.id}.`)
  return found
}

function unwrapRecordKey({ key }: EnvelopeKey, wrapped: Uint8Array): Buffer {
  try {
    const unwrap = createDecipheriv('id-aes256-wrap', key, KEY_WRAP_IV)
    return Buffer.concat([unwrap.update(wrapped), unwrap.final()])
  } catch {
    throw new EnvelopeError('The record cannot be opened.')
  }
}

/**
 * Opens what `seal` made, under the key or one of its others.
 *
 * @throws EnvelopeError
 */
export function open(key: EnvelopeKey, context: string, sealed: string): Uint8Array {
  const { keyId, wrapped, iv, body } = readParts(sealed)
  const recordKey = unwrapRecordKey(findKey(key, keyId), wrapped)
  try {
    const decipher = createDecipheriv('aes-256-gcm', recordKey, iv).setAAD(Buffer.from(context))
    decipher.setAuthTag(body.subarray(body.length - TAG_LENGTH))
    const plaintext = Buffer.concat([decipher.update(body.subarray(0, -TAG_LENGTH)), decipher.final()])
    return new Uint8Array(plaintext)
  } catch {
    throw new EnvelopeError('The record cannot be opened.')
  } finally {
    recordKey.fill(0)
  }
}

/**
 * Puts a record's own key under the current key-encryption key. The content stays sealed and is not read, so no
 * context is needed.
 *
 * @returns the record to store instead, or null when it is under the current key already
 * @throws EnvelopeError when it is sealed under a key that is none of these
 */
export function rewrap(key: EnvelopeKey, sealed: string): string | null {
  const { keyId, wrapped, iv, body } = readParts(sealed)
  if (keyId === key.id) return null
  const recordKey = unwrapRecordKey(findKey(key, keyId), wrapped)
  const wrap = createCipheriv('id-aes256-wrap', key.key, KEY_WRAP_IV)
  const rewrapped = Buffer.concat([wrap.update(recordKey), wrap.final()])
  recordKey.fill(0)
  return ['v1', key.id, ...[rewrapped, iv, body].map((part) => part.toString('base64url'))].join('.')
}
