import { HDKey } from '@scure/bip32'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import vectors from '../vectors/bip32.json' with { type: 'json' }
import { deriveSecp256k1Key } from './bip32.ts'
import { InvalidPathError, InvalidSeedError } from './errors.ts'
import { bytesToHex, hexToBytes } from './hex.ts'

const cases = vectors.flatMap(({ seed, keys }) =>
  Object.entries(keys).map(([path, key]) => ({ seed, path, key })),
)
/** The private key that an extended key holds. */
const inside = (extended: string) =>
  bytesToHex(HDKey.fromExtendedKey(extended).privateKey ?? new Uint8Array())

describe('published vectors', () => {
  test.each(cases)('$path of $seed', async ({ seed, path, key }) => {
    expect(bytesToHex(await deriveSecp256k1Key(hexToBytes(`0x${seed}`), path))).toBe(inside(key))
  })
})

test('any seed and path give the key that another implementation gives', async () => {
  const step = fc.tuple(fc.integer({ min: 0, max: 2 ** 31 - 1 }), fc.constantFrom('', "'"))
  const path = fc
    .array(step, { minLength: 1, maxLength: 6 })
    .map((steps) => `m/${steps.map(([index, mark]) => `${index}${mark}`).join('/')}`)
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 16, maxLength: 64 }), path, async (seed, text) => {
      const expected = HDKey.fromMasterSeed(Uint8Array.from(seed)).derive(text).privateKey
      expect([...(await deriveSecp256k1Key(seed, text))]).toEqual([...(expected ?? [])])
    }),
    { numRuns: 60 },
  )
})

test('leaves the seed as it was', async () => {
  const seed = new Uint8Array(64).fill(9)
  await deriveSecp256k1Key(seed, "m/44'/60'/0'/0/0")
  expect(seed.every((byte) => byte === 9)).toBe(true)
})

test.each([
  '',
  'm',
  'm/',
  '0',
  'm/-1',
  'm/01',
  'm/0x1',
  "m/0''",
  'm/2147483648',
  'M/0',
  'm/0/',
  `m${'/0'.repeat(17)}`,
])('refuses the path %j', async (path) => {
  await expect(deriveSecp256k1Key(new Uint8Array(64), path)).rejects.toThrow(InvalidPathError)
})

test.each([0, 15, 65])('refuses a seed of %i bytes', async (length) => {
  await expect(deriveSecp256k1Key(new Uint8Array(length), 'm/0')).rejects.toThrow(InvalidSeedError)
})
