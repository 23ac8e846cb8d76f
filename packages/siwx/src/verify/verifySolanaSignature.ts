import { createPublicKey, verify } from 'node:crypto'
import { decodeBase58 } from '@latchkey/std/base58'
import { SiwxSignatureError } from '../message/errors.ts'

/**
 * Every form of the points of small order (RFC 8032 section 5.1.7), without the sign: one signature by such a key fits many
 * texts, and nobody needs a secret to make it. Solana's System Program has such an address.
 */
const SMALL_ORDER: ReadonlySet<string> = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
])

function isOfSmallOrder(key: Uint8Array): boolean {
  const unsigned = Uint8Array.from(key, (byte, index) => (index === 31 ? byte & 0x7f : byte))
  return SMALL_ORDER.has(Buffer.from(unsigned).toString('hex'))
}

/**
 * Checks an Ed25519 signature (RFC 8032) of a Solana account over the bytes of the message.
 *
 * @throws SiwxSignatureError
 */
export function verifySolanaSignature(message: string, signature: string, address: string): 'ed25519' {
  const key = decodeBase58(address)
  const bytes = decodeBase58(signature)
  if (key?.length !== 32 || bytes?.length !== 64 || isOfSmallOrder(key)) throw new SiwxSignatureError()
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
