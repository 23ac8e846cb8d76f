import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** A key-encryption key and the name that sealed records carry. */
export type EnvelopeKey = { id: string; key: Uint8Array }

/** A record could not be opened: another key, another context, or changed bytes. */
export class EnvelopeError extends Error {
  override name = 'EnvelopeError'
}

/** Default initial value of RFC 3394 section 2.2.3.1. */
const KEY_WRAP_IV = Buffer.alloc(8, 0xa6)
const TAG_LENGTH = 16

/** Names a key by a hash of it, so that a later key can be told from this one. */
export function envelopeKey(key: Uint8Array): EnvelopeKey {
  return { id: createHash('sha256').update('latchkey/kek-id').update(key).digest('hex').slice(0, 8), key }
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

/**
 * Opens what `seal` made.
 *
 * @throws EnvelopeError
 */
export function open({ id, key }: EnvelopeKey, context: string, sealed: string): Uint8Array {
  const [version, keyId, ...rest] = sealed.split('.')
  const [wrapped, iv, body] = rest.map((part) => Buffer.from(part, 'base64url'))
  if (version !== 'v1' || !wrapped || !iv || !body || body.length < TAG_LENGTH)
    throw new EnvelopeError('The record is not a sealed one.')
  if (keyId !== id) throw new EnvelopeError(`The record is sealed under key ${keyId}, not ${id}.`)
  try {
    const unwrap = createDecipheriv('id-aes256-wrap', key, KEY_WRAP_IV)
    const recordKey = Buffer.concat([unwrap.update(wrapped), unwrap.final()])
    const decipher = createDecipheriv('aes-256-gcm', recordKey, iv).setAAD(Buffer.from(context))
    decipher.setAuthTag(body.subarray(body.length - TAG_LENGTH))
    const plaintext = Buffer.concat([decipher.update(body.subarray(0, -TAG_LENGTH)), decipher.final()])
    recordKey.fill(0)
    return new Uint8Array(plaintext)
  } catch {
    throw new EnvelopeError('The record cannot be opened.')
  }
}
