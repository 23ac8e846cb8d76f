import { HDKey } from '@scure/bip32'
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deriveSecp256k1Key } from '../primitives/bip32.ts'
import { InvalidRootError } from '../primitives/errors.ts'
import { deriveBitcoinKeys, ORDINAL_PATH, PAYMENT_PATH } from './account.ts'

const hex = (bytes: Uint8Array | null) => Buffer.from(bytes ?? []).toString('hex')

describe('the keys of Bitcoin of a root', () => {
  it('are those of the published vectors: twelve words, at these paths (BIP-84, BIP-86)', async () => {
    const seed = mnemonicToSeedSync(`${'abandon '.repeat(11)}about`)
    const publicKeyAt = async (path: string) =>
      hex(HDKey.fromMasterSeed(seed).derive(path).publicKey) +
      hex(await deriveSecp256k1Key(seed, path)).replace(
        hex(HDKey.fromMasterSeed(seed).derive(path).privateKey),
        '',
      )
    expect(await publicKeyAt(PAYMENT_PATH)).toBe(
      '0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c',
    )
    expect((await publicKeyAt(ORDINAL_PATH)).slice(2)).toBe(
      'cc8a4bc64d897bddc5fbc2f670f7a8ba0b386779106cf1223c6fc5d7cd6fc115',
    )
  })

  it('are those of the 24 words of the root, as another library derives them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 32, maxLength: 32 }), async (root) => {
        const master = HDKey.fromMasterSeed(mnemonicToSeedSync(entropyToMnemonic(root, wordlist)))
        const { payment, ordinal } = await deriveBitcoinKeys(root)
        expect(hex(payment.privateKey)).toBe(hex(master.derive("m/84'/0'/0'/0/0").privateKey))
        expect(hex(ordinal.privateKey)).toBe(hex(master.derive("m/86'/0'/0'/0/0").privateKey))
      }),
      { numRuns: 5 },
    )
  })

  it('need a root of 32 bytes', async () => {
    await expect(deriveBitcoinKeys(new Uint8Array(31))).rejects.toThrow(InvalidRootError)
  })
})
