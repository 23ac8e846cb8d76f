import { createPublicKey, verify } from 'node:crypto'
import { SiwxSignatureError } from '../errors.ts'

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const MOST_DIGITS = 100

/** Bytes of a base58 text, or undefined when it is none. */
export function fromBase58(text: string): Uint8Array | undefined {
  if (text.length > MOST_DIGITS) return undefined
  let number = 0n
  for (const digit of text) {
    const value = ALPHABET.indexOf(digit)
    if (value < 0) return undefined
    number = number * 58n + BigInt(value)
  }
  const hex = number === 0n ? '' : number.toString(16)
  const body = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')
  const zeros = text.length - text.replace(/^1+/, '').length
  return new Uint8Array(Buffer.concat([Buffer.alloc(zeros), body]))
}

/**
 * Checks an Ed25519 signature (RFC 8032) of a Solana account over the bytes of the message.
 *
 * @throws SiwxSignatureError
 */
export function verifySolanaSignature(message: string, signature: string, address: string): 'ed25519' {
  const key = fromBase58(address)
  const bytes = fromBase58(signature)
  if (key?.length !== 32 || bytes?.length !== 64) throw new SiwxSignatureError()
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key).toString('base64url') }
  if (!isValid(jwk, message, bytes)) throw new SiwxSignatureError()
  return 'ed25519'
}

function isValid(
  jwk: { kty: string; crv: string; x: string },
  message: string,
  signature: Uint8Array,
): boolean {
  try {
    return verify(null, Buffer.from(message, 'utf8'), createPublicKey({ key: jwk, format: 'jwk' }), signature)
  } catch {
    // Not every 32 bytes are a point of the curve.
    return false
  }
}
