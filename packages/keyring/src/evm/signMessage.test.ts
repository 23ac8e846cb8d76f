import fc from 'fast-check'
import { hashMessage as viemHashMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { InvalidPrivateKeyError } from '../primitives/errors.ts'
import { bytesToHex, hexToBytes } from '../primitives/hex.ts'
import { hashMessage, signMessage } from './account.ts'

const key = hexToBytes(`0x${'4c'.repeat(32)}`)

test('the hash of "Hello World" that Ethereum clients agree on', () => {
  expect(hashMessage(new TextEncoder().encode('Hello World'))).toBe(
    '0xa1de988600a42c4b4ab089b619297c17d53cffae5d5120d82d8a92d0bb3b78f2',
  )
})

test('any bytes give the hash and the signature that viem gives', async () => {
  const account = privateKeyToAccount(bytesToHex(key))
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (message) => {
      expect(hashMessage(message)).toBe(viemHashMessage({ raw: message }))
      expect(signMessage(key, message)).toBe(await account.signMessage({ message: { raw: message } }))
    }),
    { numRuns: 40 },
  )
})

test('the length in the prefix counts bytes, not letters', () => {
  const text = 'Zoë 🔑'
  expect(hashMessage(new TextEncoder().encode(text))).toBe(viemHashMessage(text))
})

test('refuses a key that is none', () => {
  expect(() => signMessage(new Uint8Array(32), new Uint8Array(1))).toThrow(InvalidPrivateKeyError)
})
