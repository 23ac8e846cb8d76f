import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InvalidDigestError, InvalidPrivateKeyError } from '../primitives/errors.ts'
import { bytesToHex, hexToBytes } from '../primitives/hex.ts'
import groups from '../vectors/wycheproofSecp256k1.json' with { type: 'json' }
import { signatureToHex, signDigest } from './account.ts'

const key = hexToBytes(`0x${'00'.repeat(31)}01`)
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/** RFC 6979 has no vectors for secp256k1; these are the ones Bitcoin's implementations share (SHA-256, low s). */
describe('RFC 6979', () => {
  test.each([
    [
      '0000000000000000000000000000000000000000000000000000000000000001',
      'Satoshi Nakamoto',
      '934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d8',
      '2442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5',
    ],
    [
      '0000000000000000000000000000000000000000000000000000000000000001',
      'All those moments will be lost in time, like tears in rain. Time to die...',
      '8600dbd41e348fe5c9465ab92d23e3db8b98b873beecd930736488696438cb6b',
      '547fe64427496db33bf66019dacbf0039c04199abb0122918601db38a72cfc21',
    ],
    [
      'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140',
      'Satoshi Nakamoto',
      'fd567d121db66e382991534ada77a6bd3106f0a1098c231e47993447cd6af2d0',
      '6b39cd0eb1bc8603e159ef5c20a5c8ad685a45b06ce9bebed3f153d10d93bed5',
    ],
  ])('key %s, %s', (hex, text, r, s) => {
    const signature = signDigest(hexToBytes(`0x${hex}`), sha256(new TextEncoder().encode(text)))
    expect(bytesToHex(signature.r)).toBe(`0x${r}`)
    expect(bytesToHex(signature.s)).toBe(`0x${s}`)
  })
})

test('any signature is low, repeatable, and recovers its key', () => {
  const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
  const privateKey = bytes32.filter((bytes) => secp256k1.utils.isValidSecretKey(bytes))
  fc.assert(
    fc.property(privateKey, bytes32, (secret, digest) => {
      const signature = signDigest(secret, digest)
      expect(BigInt(bytesToHex(signature.s))).toBeLessThanOrEqual(HALF_ORDER)
      expect(signatureToHex(signDigest(secret, digest))).toBe(signatureToHex(signature))
      const recovered = secp256k1.recoverPublicKey(
        Uint8Array.of(signature.yParity, ...signature.r, ...signature.s),
        digest,
        { prehash: false },
      )
      expect(bytesToHex(recovered)).toBe(bytesToHex(secp256k1.getPublicKey(secret)))
    }),
    { numRuns: 50 },
  )
})

test('v is 27 or 28, and the text has 65 bytes', () => {
  for (let byte = 0; byte < 8; byte++) {
    const text = signatureToHex(signDigest(key, new Uint8Array(32).fill(byte)))
    expect(text).toMatch(/^0x[0-9a-f]{128}1[bc]$/)
  }
})

test('refuses a digest of another length and a key that is none', () => {
  expect(() => signDigest(key, new Uint8Array(31))).toThrow(InvalidDigestError)
  expect(() => signDigest(new Uint8Array(32), new Uint8Array(32))).toThrow(InvalidPrivateKeyError)
})

describe('Wycheproof ecdsa_secp256k1_sha256_bitcoin', () => {
  const message = new TextEncoder().encode('123400')
  const cases = groups.flatMap(({ publicKey, tests }) => tests.map((entry) => ({ publicKey, ...entry })))
  const verify = (sig: string, publicKey: string): boolean => {
    try {
      return secp256k1.verify(hexToBytes(`0x${sig}`), sha256(message), hexToBytes(`0x${publicKey}`), {
        prehash: false,
        lowS: true,
        format: 'der',
      })
    } catch {
      return false
    }
  }
  test.each(cases)('$tcId $comment: $result', ({ publicKey, sig, result }) => {
    expect(verify(sig, publicKey)).toBe(result === 'valid')
  })
})
