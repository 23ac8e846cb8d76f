import { createHmac } from 'node:crypto'
import { decodeBase58 } from '@latchkey/std/base58'
import { encodeSolanaMessage, joinSolanaTransaction } from '@latchkey/std/solana/transaction'
import { ed25519 } from '@noble/curves/ed25519.js'
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import {
  createKeyPairFromBytes,
  createKeyPairFromPrivateKeyBytes,
  getAddressFromPublicKey,
} from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  InvalidPrivateKeyError,
  InvalidRootError,
  InvalidTransactionError,
  TransactionAsMessageError,
} from '../primitives/errors.ts'
import {
  deriveSolanaAccount,
  exportSolanaKey,
  privateKeyToSolanaAddress,
  readSolanaTransaction,
  SOLANA_PATH,
  signSolanaMessage,
  signSolanaTransaction,
} from './account.ts'
import { deriveEd25519Key } from './slip10.ts'
import { randomMessage } from './testing/randomMessage.ts'

const root = Uint8Array.from({ length: 32 }, (_, index) => index)
const publicKeyOf = (address: string) => decodeBase58(address) ?? new Uint8Array()

describe('the Solana account of a root', () => {
  it('is that of the published vector: twelve words, at this path', async () => {
    const words = `${'abandon '.repeat(11)}about`
    const key = await deriveEd25519Key(mnemonicToSeedSync(words), SOLANA_PATH)
    expect(privateKeyToSolanaAddress(key)).toBe('HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk')
  })

  it('is that of the 24 words of the root, as other libraries derive it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 32, maxLength: 32 }), async (random) => {
        const seed = mnemonicToSeedSync(entropyToMnemonic(random, wordlist))
        let node = createHmac('sha512', 'ed25519 seed').update(seed).digest()
        for (const step of [44, 501, 0, 0]) {
          const data = Buffer.concat([Buffer.of(0), node.subarray(0, 32), Buffer.alloc(4)])
          data.writeUInt32BE(step + 0x80000000, 33)
          node = createHmac('sha512', node.subarray(32)).update(data).digest()
        }
        const pair = await createKeyPairFromPrivateKeyBytes(node.subarray(0, 32))
        const { address, path } = await deriveSolanaAccount(random)
        expect(address).toBe(await getAddressFromPublicKey(pair.publicKey))
        expect(path).toBe("m/44'/501'/0'/0'")
      }),
      { numRuns: 5 },
    )
  })

  it('signs and is exported so that another library takes it', async () => {
    const { address, privateKey } = await deriveSolanaAccount(root)
    const pair = await createKeyPairFromBytes(publicKeyOf(exportSolanaKey(privateKey)))
    expect(await getAddressFromPublicKey(pair.publicKey)).toBe(address)
    const text = new TextEncoder().encode('hello')
    const signature = signSolanaMessage(privateKey, text)
    const isValid = await crypto.subtle.verify('Ed25519', pair.publicKey, Uint8Array.from(signature), text)
    expect(isValid).toBe(true)
  })

  it('needs a root and a key of 32 bytes', async () => {
    await expect(deriveSolanaAccount(new Uint8Array(31))).rejects.toThrow(InvalidRootError)
    expect(() => exportSolanaKey(new Uint8Array(64))).toThrow(InvalidPrivateKeyError)
    expect(() => signSolanaMessage(new Uint8Array(31), new Uint8Array(1))).toThrow(InvalidPrivateKeyError)
  })
})

describe('a message', () => {
  it('that is a transaction, or the message of one, is refused', async () => {
    const { privateKey } = await deriveSolanaAccount(root)
    fc.assert(
      fc.property(randomMessage(), (message) => {
        const bytes = encodeSolanaMessage(message)
        const signatures = Array.from({ length: message.requiredSignatures }, () => new Uint8Array(64))
        expect(() => signSolanaMessage(privateKey, bytes)).toThrow(TransactionAsMessageError)
        const whole = joinSolanaTransaction(signatures, bytes)
        expect(() => signSolanaMessage(privateKey, whole)).toThrow(TransactionAsMessageError)
      }),
    )
  })

  it('of a version that is not known is refused', async () => {
    const { privateKey } = await deriveSolanaAccount(root)
    for (const first of [0x80, 0x81, 0xbf]) {
      const bytes = Uint8Array.of(first, 1, 2, 3)
      expect(() => signSolanaMessage(privateKey, bytes)).toThrow(TransactionAsMessageError)
    }
  })

  // RFC 8032, section 7.1: secret key, public key, message, signature of its tests 1 and 2.
  it.each([
    [
      '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60',
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
      '',
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    ],
    [
      '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
      '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
      '72',
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
    ],
  ])('is signed as published: the key %s', (secret, key, message, signature) => {
    const privateKey = Uint8Array.from(Buffer.from(secret, 'hex'))
    expect(Buffer.from(publicKeyOf(privateKeyToSolanaAddress(privateKey))).toString('hex')).toBe(key)
    const signed = signSolanaMessage(privateKey, Uint8Array.from(Buffer.from(message, 'hex')))
    expect(Buffer.from(signed).toString('hex')).toBe(signature)
  })

  it('that is a text is signed as it is', async () => {
    const { address, privateKey } = await deriveSolanaAccount(root)
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => {
        const bytes = new TextEncoder().encode(text)
        const signature = signSolanaMessage(privateKey, bytes)
        expect(ed25519.verify(signature, bytes, publicKeyOf(address))).toBe(true)
      }),
      { numRuns: 20 },
    )
  })
})

describe('a transaction', () => {
  it('is signed byte by byte as it was read, by one of its signers', async () => {
    const { address, privateKey } = await deriveSolanaAccount(root)
    fc.assert(
      fc.property(randomMessage(address), (message) => {
        const bytes = encodeSolanaMessage(message)
        const signature = signSolanaTransaction(privateKey, readSolanaTransaction(bytes))
        expect(ed25519.verify(signature, bytes, publicKeyOf(address))).toBe(true)
      }),
      { numRuns: 20 },
    )
  })

  it('of others is not signed', async () => {
    const { privateKey } = await deriveSolanaAccount(root)
    fc.assert(
      fc.property(randomMessage(), (message) => {
        expect(() => signSolanaTransaction(privateKey, message)).toThrow(InvalidTransactionError)
      }),
    )
  })
})
