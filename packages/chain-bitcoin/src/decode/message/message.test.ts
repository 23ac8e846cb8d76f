import { createMockBitcoinWallet } from '@latchkey/testing/bitcoinWallet'
import { base64, hex } from '@scure/base'
import { WIF } from '@scure/btc-signer/payment.js'
import { sha256x2 } from '@scure/btc-signer/utils.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AccountKind, scriptOfKey } from '../account/accountKind.ts'
import { addressOf, scriptOf } from '../account/addresses.ts'
import { messageHash, toSign, toSpend } from './bip322.ts'
import { signBitcoinMessage } from './signMessage.ts'
import { isBitcoinSignature } from './verifyMessage.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const key = WIF().decode('L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k')
const address = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
const check = (message: string, signature: string, of = address) =>
  isBitcoinSignature({ address: of, chain: 'mainnet', message: bytes(message), signature })

/** bip-0322/basic-test-vectors.json */
const HASHES = [
  {
    message: '',
    hash: 'c90c269c4f8fcbe6880f72a721ddfbf1914268a794cbb21cfafee13770ae19f1',
    toSpend: 'c5680aa69bb8d860bf82d4e9cd3504b55dde018de765a91bb566283c545a99a7',
    toSign: '1e9654e951a5ba44c8604c4de6c67fd78a27e81dcadcfe1edf638ba3aaebaed6',
  },
  {
    message: 'Hello World',
    hash: 'f0eb03b1a75ac6d9847f55c624a99169b5dccba2a31f5b23bea77ba270de0a7a',
    toSpend: 'b79d196740ad5217771c1098fc4a4b51e0535c32236c71f1ea4d61a2d603352b',
    toSign: '88737ae86f2077145f93cc4b153ae9a1cb8d56afa511988c149c5c8c9d93bddf',
  },
  {
    message: 'UTF-8 support: öäüéàè 测试文本 😄',
    hash: '43936b237ea38c7794eb5d755e0d220b6db92ebfc5c8f482759d22b1286376d7',
    toSpend: 'c8f4f525fe8afb1bc09b44175bd2096f079c98425e8a1be676b712add1fb62f0',
    toSign: '8f488e06b89eafd019ec528109eafaf7f1d1811fd617aa1eeb9658f1c1be6586',
  },
]
const EMPTY =
  'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI='
const SIGNED = [
  ['', EMPTY],
  [
    '',
    'AkgwRQIhAPkJ1Q4oYS0htvyuSFHLxRQpFAY56b70UvE7Dxazen0ZAiAtZfFz1S6T6I23MWI2lK/pcNTWncuyL8UL+oMdydVgzAEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
  ],
  [
    'Hello World',
    'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
  [
    'Hello World',
    'AkgwRQIhAOzyynlqt93lOKJr+wmmxIens//zPzl9tqIOua93wO6MAiBi5n5EyAcPScOjf1lAqIUIQtr3zKNeavYabHyR8eGhowEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
  ],
] as const

describe('BIP-322', () => {
  it.each(HASHES)('hashes "$message" as published', (vector) => {
    const script = scriptOf(address, 'mainnet') ?? new Uint8Array()
    const message = bytes(vector.message)
    expect(hex.encode(messageHash(message))).toBe(vector.hash)
    expect(toSpend(message, script).id).toBe(vector.toSpend)
    const { unsignedTx } = toSign(message, script)
    expect(hex.encode(sha256x2(unsignedTx).reverse())).toBe(vector.toSign)
  })

  it.each(SIGNED)('takes the published signature of "%s"', (message, signature) => {
    expect(check(message, signature)).toBe(true)
    expect(check(message, `smp${signature}`)).toBe(true)
    expect(check(`${message} `, signature)).toBe(false)
  })

  it('makes one of the published signatures', () => {
    const signature = base64.encode(signBitcoinMessage(key, 'payment', bytes('Hello World')))
    expect(SIGNED.map(([, published]) => published)).toContain(signature)
  })

  it('takes a published signature of taproot', () => {
    const of = 'bc1pss0zhytly75awhm6x2hhvd5lnzv3vssgrf9axfheq8ldyzn88ges79fler'
    const signature =
      'AUCJYOwOjxYAvatTAGYaVlNXBVyFuc4MwNQkOuK2tl8xhfKDONd0NjfYyNSYcRqeCp8hsAnCEPHAVEkO9h6vbQ/R'
    expect(check('No prefix fallback', signature, of)).toBe(true)
    expect(check('No prefix', signature, of)).toBe(false)
  })

  it.each([
    ['', 'not-valid-base64!!!', address],
    ['', '', address],
    ['', 'smpAA==', address],
    ['', 'fooAA==', address],
    ['', `ful${EMPTY}`, address],
    ['Wrong message that was not signed', EMPTY, address],
    ['', EMPTY, 'bc1qp0ahvfh83088w49k405szqgg4f3pptr7p2g06tdxfjcd40z4lh4q95lsz9'],
    ['', EMPTY, 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
    ['', EMPTY, 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ])('refuses the published mistake: "%s", %s, %s', (message, signature, of) => {
    expect(check(message, signature, of)).toBe(false)
  })

  it('takes what the mock wallet signs by another library', async () => {
    const { addresses, provider } = await createMockBitcoinWallet({ chain: 'mainnet' })
    for (const of of Object.values(addresses)) {
      const answer = await provider.request('signMessage', { address: of, message: 'Good morning' })
      const { signature } = (answer as { result: { signature: string } }).result
      expect(check('Good morning', signature, of)).toBe(true)
      expect(check('Good evening', signature, of)).toBe(false)
    }
  })

  it('any message that an account signs is checked, and no other', () => {
    const secret = fc
      .uint8Array({ minLength: 32, maxLength: 32 })
      .filter((one) => one[0] !== 255 && one.some(Boolean))
    fc.assert(
      fc.property(
        ...([secret, fc.constantFrom<AccountKind>('payment', 'ordinal')] as const),
        ...([fc.string({ unit: 'binary', maxLength: 200 }), fc.nat(100)] as const),
        (own, kind, text, at) => {
          const of = addressOf(scriptOfKey(own, kind), 'mainnet') ?? ''
          const witness = signBitcoinMessage(own, kind, bytes(text))
          expect(check(text, base64.encode(witness), of)).toBe(true)
          expect(check(`${text}.`, base64.encode(witness), of)).toBe(false)
          const place = at % witness.length
          const changed = witness.with(place, (witness[place] ?? 0) ^ 1)
          expect(check(text, base64.encode(changed), of)).toBe(false)
        },
      ),
      { numRuns: 25 },
    )
  })
})
