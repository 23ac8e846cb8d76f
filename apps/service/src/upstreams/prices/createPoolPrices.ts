import { encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem'
import { type Chain, pricesOf, tokensOf } from '../../config/chains.ts'
import type { Prices as Listing } from '../../config/tokens/tokenSchema.ts'
import type { ChainReader, ContractCall } from '../reads/createChainReader.ts'
import type { PriceSource, Prices, Ratio } from './PriceSource.ts'

const abi = parseAbi([
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16 observationIndex, uint16 observationCardinality, uint16 observationCardinalityNext, uint8 feeProtocol, bool unlocked)',
  'function liquidity() view returns (uint128)',
  'function balanceOf(address account) view returns (uint256)',
])
const slot0Data = encodeFunctionData({ abi, functionName: 'slot0' })
const liquidityData = encodeFunctionData({ abi, functionName: 'liquidity' })

/** TickMath of Uniswap v3: a pool's square root of the price is within. */
const MIN_SQRT = 4_295_128_739n
const MAX_SQRT = 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_342n
const Q192 = 2n ** 192n
/** A pool that has less of what is known, in dollars, tells no price: anybody could set it. */
const LEAST_DEPTH = 10_000n
const SLOT0_WORDS = 7

type Pool = {
  /** In the order of the pool: by number. */
  tokens: readonly [string, string]
  /** What one base unit of the first is worth in base units of the second. */
  ratio: Ratio
  /** What the pool has of each, in base units. */
  has: readonly [bigint, bigint]
}

const wordOf = (answer: Hex | null | undefined, words = 1): bigint | null =>
  answer && answer.length === 2 + 64 * words ? BigInt(answer.slice(0, 66)) : null

const inOrder = ([one, other]: readonly [string, string]): [string, string] => {
  const pair: [string, string] = [one.toLowerCase(), other.toLowerCase()]
  return BigInt(one) < BigInt(other) ? pair : [pair[1], pair[0]]
}

const questionsOf = ({ address, tokens }: Listing['pools'][number]): ContractCall[] => {
  const data = encodeFunctionData({ abi, functionName: 'balanceOf', args: [address] })
  return [
    { to: address, data: slot0Data },
    { to: address, data: liquidityData },
    ...inOrder(tokens).map((token) => ({ to: token as Hex, data })),
  ]
}

/** null: the contract does not answer as a pool, or nobody has put anything in. */
function poolOf(pair: readonly [string, string], answers: readonly (Hex | null)[]): Pool | null {
  const root = wordOf(answers[0], SLOT0_WORDS)
  const [liquidity, first, second] = answers.slice(1).map((answer) => wordOf(answer))
  if (root === null || root < MIN_SQRT || root >= MAX_SQRT || !liquidity) return null
  if (first == null || second == null) return null
  return {
    tokens: inOrder(pair),
    ratio: { numerator: root ** 2n, denominator: Q192 },
    has: [first, second],
  }
}

const times = (one: Ratio, other: Ratio): Ratio => ({
  numerator: one.numerator * other.numerator,
  denominator: one.denominator * other.denominator,
})
const inverse = ({ numerator, denominator }: Ratio): Ratio => ({
  numerator: denominator,
  denominator: numerator,
})

/** What a pool says of its unknown side; null when both or none are known, or it is too shallow to be believed. */
function told(pool: Pool, known: Prices): [string, Ratio] | null {
  const [first, second] = pool.tokens.map((token) => known.get(token))
  if ((first === undefined) === (second === undefined)) return null
  const side = first ? 0 : 1
  const price = first ?? second
  if (!price || pool.has[side] * price.numerator < LEAST_DEPTH * price.denominator) return null
  return [pool.tokens[1 - side] ?? '', first ? times(first, inverse(pool.ratio)) : times(price, pool.ratio)]
}

/** Follows pools from what counts as a dollar to all that they reach. */
function follow(dollars: Prices, pools: readonly Pool[]): Map<string, Ratio> {
  const known = new Map(dollars)
  for (let size = -1; size !== known.size; ) {
    size = known.size
    for (const pool of pools) {
      const found = told(pool, known)
      if (found) known.set(...found)
    }
  }
  return known
}

/**
 * Prices as the pools of the network itself stand at this moment: slot0 of Uniswap v3, by exact arithmetic of whole
 * numbers. They are for show: a large trade moves them.
 *
 * @returns null where nobody says which pools and dollars there are
 */
export function createPoolPrices(chain: Chain, reader: ChainReader): PriceSource | null {
  const listing = pricesOf(chain)
  if (!listing) return null
  const decimals = new Map(tokensOf(chain).map((token) => [token.address.toLowerCase(), token.decimals]))
  const { pools, wrapped } = listing
  const dollars: Prices = new Map(
    listing.dollars.map((address) => [
      address.toLowerCase(),
      { numerator: 1n, denominator: 10n ** BigInt(decimals.get(address.toLowerCase()) ?? 0) },
    ]),
  )
  return {
    async read() {
      const questions = pools.map(questionsOf)
      const answers = questions.length ? await reader.read(({ call }) => call(questions.flat())) : []
      const found = pools.flatMap(({ tokens }, index) => {
        const pool = poolOf(tokens, answers.slice(index * 4, index * 4 + 4))
        return pool ? [pool] : []
      })
      const prices = follow(dollars, found)
      const native = wrapped && prices.get(wrapped.toLowerCase())
      return native ? prices.set(zeroAddress, native) : prices
    },
  }
}
