import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { deriveEvmAccount } from './evm/account.ts'
import { splitRoot } from './newRoot.ts'
import { InvalidRootError, InvalidShareError, RootMismatchError } from './primitives/errors.ts'
import { combineRoot, SHARE_LENGTH } from './shares.ts'

const root = Uint8Array.from({ length: 32 }, (_, at) => 200 - at)
const givesAddress = (address: string) => async (root: Uint8Array) =>
  (await deriveEvmAccount(root)).address.toLowerCase() === address.toLowerCase()
let recorded: (root: Uint8Array) => Promise<boolean>

beforeAll(async () => {
  recorded = givesAddress((await deriveEvmAccount(root)).address)
})

test('any root comes back from its two shares, in both orders', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 32, maxLength: 32 }), async (bytes) => {
      const addresses = givesAddress((await deriveEvmAccount(bytes)).address)
      const [first, second] = await splitRoot(bytes)
      expect([first.length, second.length]).toEqual([SHARE_LENGTH, SHARE_LENGTH])
      expect([...(await combineRoot(first, second, addresses))]).toEqual([...bytes])
      expect([...(await combineRoot(second, first, addresses))]).toEqual([...bytes])
    }),
    { numRuns: 20 },
  )
})

test('a Buffer is as good as any bytes', async () => {
  const [first, second] = await splitRoot(Buffer.from(root))
  expect([...(await combineRoot(Buffer.from(first), Buffer.from(second), recorded))]).toEqual([...root])
})

test('splitting and combining leave their inputs as they were', async () => {
  const copy = Uint8Array.from(root)
  const [first, second] = await splitRoot(copy)
  const kept = [...first, ...second]
  await combineRoot(first, second, recorded)
  expect([...copy]).toEqual([...root])
  expect([...first, ...second]).toEqual(kept)
})

test('two splits of one root share nothing', async () => {
  const [first] = await splitRoot(root)
  const [, second] = await splitRoot(root)
  // One time in 255 both lie at one point, which is refused as well.
  await expect(combineRoot(first, second, recorded)).rejects.toSatisfy(
    (error) => error instanceof RootMismatchError || error instanceof InvalidShareError,
  )
})

test('any changed byte of a share is found before a root is handed out', async () => {
  const [first, second] = await splitRoot(root)
  await fc.assert(
    fc.asyncProperty(fc.nat(SHARE_LENGTH - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const damaged = Uint8Array.from(first)
      damaged[at] = (damaged[at] ?? 0) ^ change
      await expect(combineRoot(damaged, second, recorded)).rejects.toSatisfy(
        (error) => error instanceof RootMismatchError || error instanceof InvalidShareError,
      )
    }),
    { numRuns: 40 },
  )
})

describe('refuses a share that', () => {
  const good = new Uint8Array(SHARE_LENGTH).fill(7)
  const at = (point: number) => Uint8Array.from(good).fill(point, SHARE_LENGTH - 1)
  test.each([
    ['is too short', good.slice(1), at(1)],
    ['is too long', new Uint8Array(34).fill(3), at(1)],
    ['is empty', new Uint8Array(0), new Uint8Array(0)],
    ['lies at the point of the other', at(5), at(5)],
    ['claims to be the secret (point 0)', at(0), at(5)],
    ['claims to be the secret (point 0, second)', at(5), at(0)],
  ])('%s', async (_, first, second) => {
    await expect(combineRoot(first, second, recorded)).rejects.toThrow(InvalidShareError)
  })
})

test('refuses to split what is no root', async () => {
  await expect(splitRoot(new Uint8Array(31))).rejects.toThrow(InvalidRootError)
})
