import { base64 } from '@scure/base'
import { crypto } from 'bitcoinjs-lib'
import fc from 'fast-check'
import * as ecc from 'tiny-secp256k1'
import { describe, expect, it } from 'vitest'
import { addressOf } from '../account/addresses.ts'
import { legacyHash } from './legacyMessage.ts'
import { findBitcoinProof, isBitcoinSignature } from './verifyMessage.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const proofOf = (address: string, signature: string, text: string) =>
  findBitcoinProof({ address, chain: 'mainnet', message: bytes(text), signature })

/** bitcoinjs-message, README.md and test/fixtures.json: one signature, with the first byte of each kind of address. */
const TEXT = 'This is an example of a signed message.'
const REST = '9L5yLFjti0QTHhPyFrZCT1V/MMnBtXKmoiKDZ78NDBjERki6ZTQZdSMCtkgoNmp17By9ItJr8o7ChX0XxY91nk='
const KEY_HASH = '1F3sAm6ZtwLAUnj7d38pGFxtP3RVEvtsbV'
const SEGWIT = 'bc1qngw83fg8dz0k749cg7k3emc7v98wy0c74dlrkd'

describe('a message of the time before BIP-322', () => {
  it.each([
    [KEY_HASH, `H${REST}`],
    [SEGWIT, `J${REST}`],
    // Of wallets that know one first byte.
    [SEGWIT, `H${REST}`],
  ])('is that of %s', (address, signature) => {
    expect(proofOf(address, signature, TEXT)).toBe('bip137')
    expect(proofOf(address, signature, `${TEXT} `)).toBeUndefined()
    expect(proofOf(address.replace(/.$/, '2'), signature, TEXT)).toBeUndefined()
    expect(isBitcoinSignature({ address, chain: 'mainnet', message: bytes(TEXT), signature })).toBe(false)
  })

  it.each([
    ['the first byte of another kind', KEY_HASH, `J${REST}`],
    ['the first byte of a key that is not compressed', KEY_HASH, `G${REST}`],
    ['that of nested segwit', SEGWIT, `I${REST}`],
    ['a byte less', KEY_HASH, base64.encode(base64.decode(`H${REST}`).slice(0, 64))],
    ['no base64', KEY_HASH, '%'],
    ['nothing', KEY_HASH, ''],
    ['an address of another network', 'mv4rnyY3Su5gjcDNzbMLKBQkBicCtHUtFB', `H${REST}`],
    ['zeros', KEY_HASH, base64.encode(new Uint8Array(65).fill(31, 0, 1))],
  ])('is none by %s', (_, address, signature) => {
    expect(proofOf(address, signature, TEXT)).toBeUndefined()
  })

  it('of another library is checked for each kind of address, and only there', () => {
    const secret = fc.uint8Array({ minLength: 32, maxLength: 32 }).filter((one) => ecc.isPrivate(one))
    fc.assert(
      fc.property(secret, fc.string({ unit: 'binary', maxLength: 300 }), fc.boolean(), (key, text, isLow) => {
        const hash = crypto.hash160(ecc.pointFromScalar(key, true) as Uint8Array)
        const segwit = Uint8Array.of(0, 20, ...hash)
        const scripts = [
          [31, Uint8Array.of(0x76, 0xa9, 20, ...hash, 0x88, 0xac)],
          [35, Uint8Array.of(0xa9, 20, ...crypto.hash160(segwit), 0x87)],
          [39, segwit],
        ] as const
        const { signature, recoveryId } = ecc.signRecoverable(legacyHash(bytes(text)), key)
        // The other half of what fits is refused.
        const one = isLow ? signature : flipped(signature)
        for (const [first, script] of scripts) {
          const id = isLow ? recoveryId : recoveryId ^ 1
          const signed = base64.encode(Uint8Array.of(first + id, ...one))
          expect(proofOf(addressOf(script, 'mainnet') ?? '', signed, text)).toBe(isLow ? 'bip137' : undefined)
        }
        const taproot = addressOf(Uint8Array.of(0x51, 32, ...ecc.xOnlyPointFromScalar(key)), 'mainnet') ?? ''
        expect(proofOf(taproot, base64.encode(Uint8Array.of(39 + recoveryId, ...one)), text)).toBeUndefined()
      }),
      { numRuns: 40 },
    )
  })
})

/** The same signature with the other s. */
function flipped(signature: Uint8Array): Uint8Array {
  return Uint8Array.of(...signature.slice(0, 32), ...ecc.privateNegate(signature.slice(32)))
}
