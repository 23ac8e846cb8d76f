import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { deriveEvmAccount } from './evm/account.ts'
import { type Kit, openKit, parseKit, sealKit } from './kit.ts'
import { InvalidKitError, InvalidRecoveryCodeError, KitNotOpenedError } from './primitives/errors.ts'
import { formatRecoveryCode } from './recoveryCode.ts'

const randomBytes = (length: number) => globalThis.crypto.getRandomValues(new Uint8Array(length))
const root = Uint8Array.from({ length: 32 }, (_, at) => 7 + at * 3)
const secret = Uint8Array.from({ length: 16 }, (_, at) => at * 15)
const code = formatRecoveryCode(secret)
let kit: Kit

const make = async (bytes: Uint8Array): Promise<Kit> => {
  const { address } = await deriveEvmAccount(bytes)
  const accounts = [`eip155:1:${address}`]
  return sealKit(
    bytes,
    { walletId: 'w'.repeat(22), accounts, createdAt: 1_790_000_000_000 },
    secret,
    randomBytes,
  )
}

beforeAll(async () => {
  kit = await make(root)
})

test('any root comes back from its kit, through a file', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 32, maxLength: 32 }), async (bytes) => {
      const file = JSON.stringify(await make(bytes), null, 2)
      expect([...(await openKit(JSON.parse(file), code))]).toEqual([...bytes])
    }),
    { numRuns: 15 },
  )
})

test('the order of the fields in the file does not matter', async () => {
  const turned = Object.fromEntries(Object.entries(kit).reverse())
  expect([...(await openKit(turned, code.toLowerCase()))]).toEqual([...root])
})

const FIRST = {
  v: 1,
  kind: 'latchkey-recovery-kit',
  walletId: 'wwwwwwwwwwwwwwwwwwwwww',
  accounts: [{ namespace: 'eip155', address: '0x87afa96eb6caEBdFC19e8199d28060101A7a6Ec3', type: 'eoa' }],
  createdAt: 1790000000000,
  kdf: 'HKDF-SHA-256',
  salt: 'tYB8BMd3B1PypvMykT9mfc22CgAhP5dytPJLCvoorJQ',
  iv: 'eZrSS3px4TthTNv6',
  ciphertext: 'GOKo0qiXMQSPlRXC4ZqELKOA0GReZZbNc77mdn7e7Sk5wQR5rI5euY14IRhlTXCX',
}

test('a kit of version 1, which holds no CAIP-10, opens; a changed one does not', async () => {
  expect([...(await openKit(FIRST, code))]).toEqual([...root])
  const [account] = FIRST.accounts
  const changed = { ...FIRST, accounts: [account, { ...account, type: 'smartAccount' }] }
  await expect(openKit(changed, code)).rejects.toThrow(KitNotOpenedError)
})

test('two kits of one wallet share neither salt, iv nor ciphertext', async () => {
  const other = await make(root)
  expect(other.salt).not.toBe(kit.salt)
  expect(other.iv).not.toBe(kit.iv)
  expect(other.ciphertext).not.toBe(kit.ciphertext)
})

test('a kit holds neither the root nor its code', () => {
  const text = JSON.stringify(kit)
  expect(text).not.toContain(Buffer.from(root).toString('hex'))
  expect(text).not.toContain(Buffer.from(root).toString('base64url'))
  expect(text).not.toContain(code)
})

test('making a kit leaves root and secret as they were', async () => {
  const bytes = Uint8Array.from(root)
  await make(bytes)
  expect([...bytes]).toEqual([...root])
  expect(secret[1]).toBe(15)
})

test('another code does not open it, and a misspelt one is told as that', async () => {
  await expect(openKit(kit, formatRecoveryCode(new Uint8Array(16).fill(9)))).rejects.toThrow(
    KitNotOpenedError,
  )
  await expect(openKit(kit, code.replace(/.$/, code.endsWith('2') ? '3' : '2'))).rejects.toThrow(
    InvalidRecoveryCodeError,
  )
})

test('every changed byte of salt, iv or ciphertext is found', async () => {
  const field = fc.constantFrom('salt', 'iv', 'ciphertext') as fc.Arbitrary<'salt' | 'iv' | 'ciphertext'>
  await fc.assert(
    fc.asyncProperty(field, fc.nat(), fc.integer({ min: 1, max: 255 }), async (name, at, change) => {
      const bytes = Buffer.from(kit[name], 'base64url')
      const place = at % bytes.length
      bytes[place] = (bytes[place] ?? 0) ^ change
      await expect(openKit({ ...kit, [name]: bytes.toString('base64url') }, code)).rejects.toThrow(
        KitNotOpenedError,
      )
    }),
    { numRuns: 60 },
  )
})

describe('a changed header is found', () => {
  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  test.each([
    ['walletId', () => ({ walletId: 'x'.repeat(22) })],
    ['createdAt', () => ({ createdAt: kit.createdAt + 1 })],
    ['an address', () => ({ accounts: [`eip155:1:${address}`] })],
    ['one account more', () => ({ accounts: [...kit.accounts, 'solana:mainnet:a'] })],
  ])('%s', async (_, change) => {
    await expect(openKit({ ...kit, ...change() }, code)).rejects.toThrow(KitNotOpenedError)
  })
})

describe('refuses a file', () => {
  test.each([
    ['that is null', () => null],
    ['that is text', () => 'kit'],
    ['that is a list', () => [kit]],
    ['of another version', () => ({ ...kit, v: 3 })],
    ['of version 1, with accounts of version 2', () => ({ ...kit, v: 1 })],
    ['with an account that is no CAIP-10', () => ({ ...kit, accounts: [...kit.accounts, 'eip155:0xAb'] })],
    ['without an account that its root gives', () => ({ ...kit, accounts: ['solana:mainnet:a'] })],
    ['of another kind', () => ({ ...kit, kind: 'other' })],
    ['of another key derivation', () => ({ ...kit, kdf: 'PBKDF2' })],
    ['with a field more', () => ({ ...kit, note: '' })],
    ['without its iv', () => Object.fromEntries(Object.entries(kit).filter(([key]) => key !== 'iv'))],
    ['without an account', () => ({ ...kit, accounts: [] })],
    ['with a longer ciphertext', () => ({ ...kit, ciphertext: `${kit.ciphertext}AAAA` })],
    ['whose date is no number', () => ({ ...kit, createdAt: 'today' })],
  ])('%s', async (_, file) => {
    await expect(openKit(file(), code)).rejects.toThrow(InvalidKitError)
  })
  test('that is anything else, and never with another error', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(() => parseKit(value)).toThrow(InvalidKitError)
      }),
    )
  })
})
