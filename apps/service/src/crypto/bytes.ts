import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Unpadded base64url (RFC 7515 section 2). */
export const toBase64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

export const fromBase64url = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64url'))

/** 128 random bits as 22 characters. */
export const randomId = (): string => randomBytes(16).toString('base64url')

/** 256 random bits as 43 characters: a token. */
export const randomToken = (): string => randomBytes(32).toString('base64url')

/** SHA-256 in base64url. Tokens of 256 random bits need no slower hash. */
export const sha256 = (data: string | Uint8Array): string =>
  createHash('sha256').update(data).digest('base64url')

/** HMAC-SHA-256 in base64url over the parts, each led by its length so that no two lists give the same bytes. */
export function keyedHash(key: Uint8Array, ...parts: readonly string[]): string {
  const mac = createHmac('sha256', key)
  for (const part of parts) {
    const bytes = Buffer.from(part, 'utf8')
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes.length)
    mac.update(length).update(bytes)
  }
  return mac.digest('base64url')
}

/** Compares in a time that depends on the lengths alone. */
export function equalsInConstantTime(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
