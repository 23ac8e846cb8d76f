import { describe, expect, it } from 'vitest'
import { InvalidPathError, InvalidSeedError } from '../primitives/errors.ts'
import { deriveEd25519Key } from './slip10.ts'

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))
const LONG =
  'fffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a29f9c999693908d8a8784817e7b7875726f6c696663605d5a5754514e4b484542'

/** SLIP-0010, "Test vector 1 for ed25519" and "Test vector 2 for ed25519". */
const VECTORS: readonly (readonly [seed: string, path: string, key: string])[] = [
  [
    '000102030405060708090a0b0c0d0e0f',
    "m/0'",
    '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3',
  ],
  [
    '000102030405060708090a0b0c0d0e0f',
    "m/0'/1'",
    'b1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2',
  ],
  [
    '000102030405060708090a0b0c0d0e0f',
    "m/0'/1'/2'",
    '92a5b23c0b8a99e37d07df3fb9966917f5d06e02ddbd909c7e184371463e9fc9',
  ],
  [
    '000102030405060708090a0b0c0d0e0f',
    "m/0'/1'/2'/2'",
    '30d1dc7e5fc04c31219ab25a27ae00b50f6fd66622f6e9c913253d6511d1e662',
  ],
  [
    '000102030405060708090a0b0c0d0e0f',
    "m/0'/1'/2'/2'/1000000000'",
    '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793',
  ],
  [LONG, "m/0'", '1559eb2bbec5790b0c65d8693e4d0875b1747f4970ae8b650486ed7470845635'],
  [LONG, "m/0'/2147483647'", 'ea4f5bfe8694d8bb74b7b59404632fd5968b774ed545e810de9c32a4fb4192f4'],
  [LONG, "m/0'/2147483647'/1'", '3757c7577170179c7868353ada796c839135b3d30554bbb74a4b1e4a5a58505c'],
  [
    LONG,
    "m/0'/2147483647'/1'/2147483646'",
    '5837736c89570de861ebc173b1086da4f505d4adb387c6a1b1342d5e4ac9ec72',
  ],
  [
    LONG,
    "m/0'/2147483647'/1'/2147483646'/2'",
    '551d333177df541ad876a60ea71f00447931c0a9da16f227c11ea080d7391b8d',
  ],
]

describe('deriveEd25519Key', () => {
  it.each(VECTORS)('gives the keys of SLIP-10: %s %s', async (seed, path, key) => {
    expect(Buffer.from(await deriveEd25519Key(bytes(seed), path)).toString('hex')).toBe(key)
  })

  it.each(["m/44'/501'/0", 'm/0', 'm', '', "m/44'/501'/0'/0'/"])('refuses the path %s', async (path) => {
    await expect(deriveEd25519Key(bytes(LONG), path)).rejects.toThrow(InvalidPathError)
  })

  it.each([0, 15, 65])('refuses a seed of %i bytes', async (length) => {
    await expect(deriveEd25519Key(new Uint8Array(length), "m/0'")).rejects.toThrow(InvalidSeedError)
  })
})
