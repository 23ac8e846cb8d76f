import { concat, encodeFunctionData, type Hex, numberToHex, zeroAddress } from 'viem'
import { type Chain, swapsOf } from '../../config/chains.ts'
import type { Swaps } from '../../config/tokens/tokenSchema.ts'
import type { ChainReader, Reading } from '../reads/createChainReader.ts'
import type { Built, ConvertSource, Offer, Wish } from './ConvertSource.ts'
import { less } from './ConvertSource.ts'
import { readAddress, readQuote, readRoot, swapAbi } from './uniswapAbi.ts'

type Address = `0x${string}`

/** Fee tiers of Uniswap v3, in hundredths of a basis point. */
const TIERS = [100, 500, 3_000, 10_000] as const
const WHOLE = 1_000_000n
const Q192 = 2n ** 192n
/** TickMath: a pool that a swap leaves here has nothing left to give. */
const FIRST_ROOT = 4_295_128_740n
const LAST_ROOT = 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_341n
/** Ways that are quoted at most: the rest would cost a node too much. */
const MOST_ROUTES = 40
/** Besides the pools: the router, the tokens' own transfers and the transaction itself. */
const ROUTER_GAS = 120_000n
/** How long a transaction that ends in the native coin may wait for a block, s. */
const PATIENCE = 1_200
/** SwapRouter02 takes it for itself. */
const ROUTER_ITSELF = '0x0000000000000000000000000000000000000002'

type Hop = { pool: Address; from: Address; to: Address; fee: number }
type Route = readonly Hop[]
type Way = { route: Route; toAmount: bigint; gas: bigint }

/** @example pathOf([{ from: dai, fee: 100, to: usdc }]) // DAI, 0x000064, USDC */
const pathOf = (route: Route): Hex =>
  concat(
    route.flatMap(({ from, fee }) => [from, numberToHex(fee, { size: 3 })]).concat(route.at(-1)?.to ?? '0x'),
  )

/** The pools there are between two tokens. */
async function findPools(
  network: Reading,
  { factory }: Swaps,
  pairs: readonly (readonly [Address, Address])[],
): Promise<Hop[]> {
  const wanted = pairs.flatMap(([from, to]) => TIERS.map((fee) => ({ from, to, fee })))
  const answers = await network.call(
    wanted.map(({ from, to, fee }) => ({
      to: factory,
      data: encodeFunctionData({ abi: swapAbi, functionName: 'getPool', args: [from, to, fee] }),
    })),
  )
  return wanted.flatMap((hop, index) => {
    const pool = readAddress(answers[index])
    return pool && pool !== zeroAddress ? [{ ...hop, pool }] : []
  })
}

/** Every way of one pool, and every way of two that meet in between. */
async function findRoutes(network: Reading, swaps: Swaps, from: Address, to: Address): Promise<Route[]> {
  const between = swaps.through
    .map((token) => token.toLowerCase() as Address)
    .filter((token) => token !== from && token !== to)
  const pairs = between.flatMap((token) => [[from, token] as const, [token, to] as const])
  const hops = await findPools(network, swaps, [[from, to], ...pairs])
  const leads = (one: Address, other: Address) => hops.filter((hop) => hop.from === one && hop.to === other)
  const direct = leads(from, to).map((hop) => [hop])
  const double = between.flatMap((token) =>
    leads(from, token).flatMap((first) => leads(token, to).map((second) => [first, second])),
  )
  return [...direct, ...double].slice(0, MOST_ROUTES)
}

/**
 * What each way gives, as the pools' own quoter says. A way whose pools run dry is none. A large amount may take more gas
 * than one call of all ways has: whoever got no answer there is asked alone.
 */
async function quoteRoutes(network: Reading, { quoter }: Swaps, routes: readonly Route[], amount: bigint) {
  const questions = routes.map((route) => ({
    to: quoter,
    data: encodeFunctionData({
      abi: swapAbi,
      functionName: 'quoteExactInput',
      args: [pathOf(route), amount],
    }),
  }))
  const together = await network.call(questions)
  const answers = await Promise.all(
    together.map(
      (answer, index) => answer ?? network.call(questions.slice(index, index + 1)).then(([one]) => one),
    ),
  )
  return routes.flatMap((route, index): Way[] => {
    const quote = readQuote(answers[index])
    const isDry = quote?.roots.some((root) => root <= FIRST_ROOT || root >= LAST_ROOT) ?? true
    return quote && !isDry && quote.toAmount > 0n ? [{ route, ...quote }] : []
  })
}

const bestOf = (ways: readonly Way[]): Way | undefined =>
  ways.reduce<Way | undefined>(
    (best, way) =>
      !best || way.toAmount > best.toAmount || (way.toAmount === best.toAmount && way.gas < best.gas)
        ? way
        : best,
    undefined,
  )

/** What of an amount the fees of a way leave, as a fraction of a million to the power of its pools. */
const leftByFees = (route: Route): bigint => route.reduce((left, { fee }) => left * (WHOLE - BigInt(fee)), 1n)

/** Basis points that a way gives less than its pools' prices before it, fees aside. */
function impactOf(
  { route, toAmount }: Way,
  roots: readonly (bigint | null)[],
  amount: bigint,
): number | null {
  let [numerator, denominator] = [amount * leftByFees(route), WHOLE ** BigInt(route.length)]
  for (const [index, { from, to }] of route.entries()) {
    const root = roots[index]
    if (root === null || root === undefined || root === 0n) return null
    const isForward = BigInt(from) < BigInt(to)
    numerator *= isForward ? root ** 2n : Q192
    denominator *= isForward ? Q192 : root ** 2n
  }
  const lost = numerator - toAmount * denominator
  return lost <= 0n || numerator === 0n ? 0 : Number((lost * 10_000n) / numerator)
}

async function findBest(network: Reading, swaps: Swaps, from: Address, to: Address, amount: bigint) {
  const routes = await findRoutes(network, swaps, from, to)
  if (routes.length === 0) return null
  const best = bestOf(await quoteRoutes(network, swaps, routes, amount))
  if (!best) return null
  const slot0 = encodeFunctionData({ abi: swapAbi, functionName: 'slot0' })
  const answers = await network.call(best.route.map(({ pool }) => ({ to: pool, data: slot0 })))
  const offer: Offer = {
    toAmount: best.toAmount,
    impact: impactOf(best, answers.map(readRoot), amount),
    fee: Number(WHOLE - leftByFees(best.route) / WHOLE ** BigInt(best.route.length - 1)),
    gas: best.gas + ROUTER_GAS,
  }
  return { offer, route: best.route }
}

/** What the router is called with. A way of one pool is told by its tokens: wallets show it in words. */
function encodeSwap(route: Route, recipient: Address, amountIn: bigint, amountOutMinimum: bigint): Hex {
  const [hop] = route
  const terms = { recipient, amountIn, amountOutMinimum }
  if (hop && route.length === 1)
    return encodeFunctionData({
      abi: swapAbi,
      functionName: 'exactInputSingle',
      args: [{ ...terms, tokenIn: hop.from, tokenOut: hop.to, fee: hop.fee, sqrtPriceLimitX96: 0n }],
    })
  return encodeFunctionData({
    abi: swapAbi,
    functionName: 'exactInput',
    args: [{ ...terms, path: pathOf(route) }],
  })
}

/** The router hands the native coin out in a second step, which must not come without the first. */
function encodeToNative(swap: Hex, minimum: bigint, account: Address, deadline: number): Hex {
  const unwrap = encodeFunctionData({ abi: swapAbi, functionName: 'unwrapWETH9', args: [minimum, account] })
  return encodeFunctionData({
    abi: swapAbi,
    functionName: 'multicall',
    args: [BigInt(deadline), [swap, unwrap]],
  })
}

/**
 * Swaps in the Uniswap v3 pools of the network itself: the best of all fee tiers, by one pool or by two. What is told is
 * what the pools' own quoter says.
 *
 * @param now ms since the epoch
 * @returns null where nobody says which contracts there are
 */
export function createUniswapConvert(
  chain: Chain,
  reader: ChainReader,
  now: () => number,
): ConvertSource | null {
  const swaps = swapsOf(chain)
  if (!swaps) return null
  const wrapped = swaps.wrapped.toLowerCase() as Address
  const tokenOf = (token: Address) => (token === zeroAddress ? wrapped : token)
  const find = ({ from, to, amount }: Wish) => {
    const [one, other] = [tokenOf(from), tokenOf(to)]
    // A coin and the token that wraps it: that is no swap.
    if (one === other) return Promise.resolve(null)
    return reader.read((network) => findBest(network, swaps, one, other, amount))
  }
  return {
    name: 'uniswap',
    spender: swaps.router,
    quote: async (wish) => (await find(wish))?.offer ?? null,
    async build(wish, least): Promise<Built | null> {
      const found = await find(wish)
      if (!found) return null
      const minimum = least ?? less(found.offer.toAmount, wish.slippage)
      const isToNative = wish.to === zeroAddress
      const swap = encodeSwap(found.route, isToNative ? ROUTER_ITSELF : wish.account, wish.amount, minimum)
      const deadline = Math.floor(now() / 1_000) + PATIENCE
      return {
        ...found.offer,
        minimum,
        to: swaps.router,
        data: isToNative ? encodeToNative(swap, minimum, wish.account, deadline) : swap,
        value: wish.from === zeroAddress ? wish.amount : 0n,
      }
    },
  }
}
