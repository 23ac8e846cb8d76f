import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import vectors from '../vectors/bip39.json' with { type: 'json' }
import { InvalidRootError } from './errors.ts'
import { bytesToHex, hexToBytes } from './hex.ts'
import { rootToMnemonic, rootToSeed } from './root.ts'

describe('published vectors of 256 bits', () => {
  test.each(vectors)('$entropy', async ({ entropy, mnemonic, seed }) => {
    const root = hexToBytes(`0x${entropy}`)
    expect(rootToMnemonic(root)).toBe(mnemonic)
    expect(bytesToHex(await rootToSeed(root, 'TREZOR'))).toBe(`0x${seed}`)
    expect(bytesToHex(root)).toBe(`0x${entropy}`)
  })
})

test('any root gives the phrase that another implementation gives', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (root) => {
      expect(rootToMnemonic(root)).toBe(entropyToMnemonic(Uint8Array.from(root), wordlist))
    }),
  )
})

test('the seed without passphrase, and with one that needs normalising, is the usual one', async () => {
  const root = Uint8Array.from({ length: 32 }, (_, at) => at * 7)
  const phrase = rootToMnemonic(root)
  expect(bytesToHex(await rootToSeed(root))).toBe(bytesToHex(mnemonicToSeedSync(phrase)))
  expect(bytesToHex(await rootToSeed(root, 'ｅ\u0301'))).toBe(
    bytesToHex(mnemonicToSeedSync(phrase, 'ｅ\u0301')),
  )
})

test.each([0, 16, 31, 33])('refuses a root of %i bytes', async (length) => {
  expect(() => rootToMnemonic(new Uint8Array(length))).toThrow(InvalidRootError)
  await expect(rootToSeed(new Uint8Array(length))).rejects.toThrow(InvalidRootError)
})
