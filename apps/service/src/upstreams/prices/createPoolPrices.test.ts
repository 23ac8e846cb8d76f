import fc from 'fast-check'
import { type Hex, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { chainSchema } from '../../config/chains.ts'
import type { ChainReader } from '../reads/createChainReader.ts'
import { createPoolPrices } from './createPoolPrices.ts'
import { dollarsOf, firstKnown, type PriceSource } from './PriceSource.ts'

const word = (value: bigint) => value.toString(16).padStart(64, '0')
const hex = (...words: bigint[]): Hex => `0x${words.map(word).join('')}`
const at = (index: number): Hex => `0x${index.toString(16).padStart(40, '0')}`

const [USD, COIN, OTHER, LONELY] = [at(2), at(3), at(1), at(9)]
const token = (address: string, decimals: number) => ({
  address,
  decimals,
  symbol: `T${Number(address)}`,
  name: 'Token',
})
const Q96 = 2n ** 96n
const MILLION = 10n ** 12n

type Pool = { tokens: [Hex, Hex]; root?: bigint; liquidity?: bigint; has?: bigint; slot0?: Hex | null }

/** Dollars a whole unit by address, as the pools of a network say. */
async function read(pools: Pool[], decimals: { usd?: number; coin?: number; other?: number } = {}) {
  const { usd = 6, coin = 18, other = 8 } = decimals
  const chain = chainSchema.parse({
    id: 5,
    name: 'Test',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: coin },
    rpcUrls: ['http://127.0.0.1:1'],
    tokens: [token(USD, usd), token(COIN, coin), token(OTHER, other), token(LONELY, 18)],
    prices: {
      dollars: [USD],
      wrapped: COIN,
      pools: pools.map(({ tokens }, index) => ({ address: at(100 + index), tokens })),
    },
  })
  const answers = pools.flatMap(
    ({ root = Q96, liquidity = 1n, has = MILLION * MILLION ** 2n, slot0 }): (Hex | null)[] => [
      slot0 === undefined ? hex(root, 0n, 0n, 1n, 1n, 0n, 1n) : slot0,
      hex(liquidity),
      hex(has),
      hex(has),
    ],
  )
  const network = { call: async () => answers, nativeBalance: async () => 0n, gasPrice: async () => 0n }
  const reader: ChainReader = { read: (work) => work(network) }
  const prices = (await createPoolPrices(chain, reader)?.read()) ?? new Map()
  const wholes: Record<string, bigint> = {
    [USD]: 10n ** BigInt(usd),
    [COIN]: 10n ** BigInt(coin),
    [OTHER]: 10n ** BigInt(other),
  }
  return new Map(
    [...prices].map(([address, ratio]) => [
      address,
      dollarsOf(ratio, wholes[address] ?? 10n ** BigInt(coin)),
    ]),
  )
}

describe('prices by pools', () => {
  test('R7-25 a pool of dollars tells the other token’s price, and that of the native currency', async () => {
    // 2 500 * 10^6 base units for 10^18: the root of 10^18 / (2500 * 10^6) is 20 000.
    const prices = await read([{ tokens: [COIN, USD], root: 20_000n * Q96 }])
    expect(Object.fromEntries(prices)).toEqual({ [USD]: 1, [COIN]: 2_500, [zeroAddress]: 2_500 })
  })
  test('a token that no dollar stands against is reached over another, in whichever order', async () => {
    const pools: Pool[] = [
      // 16 COIN for one OTHER: 16 * 10^18 / 10^8.
      { tokens: [COIN, OTHER], root: 400_000n * Q96 },
      { tokens: [USD, COIN], root: 20_000n * Q96 },
    ]
    for (const order of [pools, pools.toReversed()]) expect((await read(order)).get(OTHER)).toBe(40_000)
  })
  test('of two pools of one token the first has the word', async () => {
    const prices = await read([
      { tokens: [USD, COIN], root: 20_000n * Q96 },
      { tokens: [USD, COIN], root: 10n * Q96 },
    ])
    expect(prices.get(COIN)).toBe(2_500)
  })
  test.each([
    ['that nobody has put anything in', { liquidity: 0n }],
    ['that has next to nothing', { has: 9_999_999_999n }],
    ['without a price', { root: 0n }],
    ['whose price is out of all bounds', { root: 2n ** 160n }],
    ['that answers too short', { slot0: hex(Q96) }],
    ['that answers too long', { slot0: hex(Q96, 0n, 0n, 1n, 1n, 0n, 1n, 1n) }],
    ['that is no contract', { slot0: '0x' as const }],
    ['that reverts', { slot0: null }],
  ])('a pool %s tells nothing', async (_, change) => {
    expect([...(await read([{ tokens: [USD, COIN], ...change }])).keys()]).toEqual([USD])
  })
  test('pools that reach no dollar, or stand in a circle, tell nothing', async () => {
    expect([...(await read([{ tokens: [COIN, OTHER] }, { tokens: [OTHER, COIN] }])).keys()]).toEqual([USD])
  })
  test('the arithmetic agrees with the plain one, whatever the numbers', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt({ min: 2n ** 60n, max: 2n ** 130n }),
        fc.integer({ min: 0, max: 24 }),
        fc.integer({ min: 0, max: 24 }),
        async (root, usd, coin) => {
          const price = (await read([{ tokens: [USD, COIN], root }], { usd, coin })).get(COIN)
          const plain = 10 ** (coin - usd) / (Number(root) / 2 ** 96) ** 2
          if (plain > 1e15) expect(price).toBeNull()
          else expect(Math.abs((price ?? Number.NaN) - plain)).toBeLessThanOrEqual(plain * 1e-9 + 1e-23)
        },
      ),
    )
  })
})

test('an amount’s worth is never rounded up, negative or beyond all numbers', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 256n }),
      fc.bigInt({ min: 0n, max: 2n ** 200n }),
      (amount, numerator) => {
        const dollars = dollarsOf({ numerator, denominator: 10n ** 18n }, amount)
        if (dollars !== null) expect(dollars >= 0 && dollars <= 1e15).toBe(true)
      },
    ),
  )
  expect(dollarsOf({ numerator: 1n, denominator: 0n }, 1n)).toBeNull()
  expect(dollarsOf({ numerator: -1n, denominator: 1n }, 1n)).toBeNull()
  expect(dollarsOf({ numerator: 1n, denominator: 10n ** 6n }, 1_234_567n)).toBe(1.234567)
})

test('the first source has the word, the next fills the gaps, and it fails when all do', async () => {
  const one = (entries: [string, bigint][]): PriceSource => ({
    read: async () => new Map(entries.map(([key, numerator]) => [key, { numerator, denominator: 1n }])),
  })
  const silent = null
  const down: PriceSource = { read: () => Promise.reject(new Error('down')) }
  const numbers = async (...sources: (PriceSource | null)[]) =>
    Object.fromEntries(
      [...(await firstKnown(sources).read())].map(([key, { numerator }]) => [key, numerator]),
    )
  expect(
    await numbers(
      one([['a', 1n]]),
      one([
        ['a', 2n],
        ['b', 3n],
      ]),
    ),
  ).toEqual({ a: 1n, b: 3n })
  expect(await numbers(down, one([['a', 1n]]))).toEqual({ a: 1n })
  await expect(numbers(down, down)).rejects.toThrow('down')
  await expect(numbers(down, silent)).rejects.toThrow('down')
  expect(await numbers(silent, silent)).toEqual({})
})
