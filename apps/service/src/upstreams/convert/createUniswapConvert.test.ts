import {
  deployMoneyContracts,
  deploySwapContracts,
  mintMoney,
  moneyContracts,
  swapContracts,
} from '@latchkey/local-bundler'
import { type Anvil, startAnvil } from '@latchkey/testing/node'
import fc from 'fast-check'
import {
  concat,
  createPublicClient,
  encodeFunctionData,
  type Hex,
  http,
  numberToHex,
  parseAbi,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainSchema } from '../../config/chains.ts'
import { createChainReader } from '../reads/createChainReader.ts'
import type { ConvertSource, Wish } from './ConvertSource.ts'
import { createUniswapConvert } from './createUniswapConvert.ts'

const { dollar, oldDollar, wrappedEther } = moneyContracts
const { factory, quoter, router } = swapContracts
const ACCOUNT = '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'
const quoterAbi = parseAbi([
  'function quoteExactInput(bytes path, uint256 amountIn) returns (uint256, uint160[], uint32[], uint256)',
])
const tokenAbi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function allowance(address, address) view returns (uint256)',
  'function approve(address, uint256)',
])
const lower = (token: Hex) => token.toLowerCase() as Hex
const limits = { dataTry: 4_000, dataTotal: 9_000, rpcAtOnce: 64, rpcWaiting: 512, rpcPatience: 3_000 }
const describeChain = (url: string) =>
  chainSchema.parse({
    ...{ id: 31_337, name: 'Local', rpcUrls: [url] },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    swaps: { factory, quoter, router, wrapped: wrappedEther, through: [wrappedEther, dollar] },
  })

let anvil: Anvil
let source: ConvertSource
beforeAll(async () => {
  anvil = await startAnvil({
    prepare: async (call) => {
      await deployMoneyContracts(call)
      await deploySwapContracts(call)
    },
  })
  const chain = describeChain(anvil.url)
  const opened = createUniswapConvert(chain, createChainReader(chain, limits, Date.now), Date.now)
  if (!opened) throw new Error('There are no pools.')
  source = opened
})
afterAll(() => anvil.stop())

const client = () => createPublicClient({ transport: http(anvil.url) })
/** The quoter's own words for one way; nothing where it has none. */
const quoterSays = (amount: bigint, ...path: (Hex | number)[]): Promise<bigint> =>
  client()
    .simulateContract({
      ...{ address: swapContracts.quoter, abi: quoterAbi, functionName: 'quoteExactInput' },
      args: [
        concat(path.map((part) => (typeof part === 'number' ? numberToHex(part, { size: 3 }) : part))),
        amount,
      ],
    })
    .then(({ result }) => result[0])
    .catch(() => 0n)
const most = (amounts: readonly bigint[]) => amounts.reduce((one, other) => (one > other ? one : other), 0n)
/** The best of all ways between two tokens of the local pools, found by somebody else. */
async function bestWay(from: Hex, to: Hex, amount: bigint): Promise<bigint> {
  const tiers = [100, 500, 3_000, 10_000]
  const direct = tiers.map((fee) => quoterSays(amount, from, fee, to))
  const between = [dollar, wrappedEther].filter((token) => token !== from && token !== to)
  const double = between.flatMap((token) =>
    tiers.flatMap((one) => tiers.map((other) => quoterSays(amount, from, one, token, other, to))),
  )
  return most(await Promise.all([...direct, ...double]))
}
const wish = (from: Hex, to: Hex, amount: bigint, more: Partial<Wish> = {}): Wish => ({
  ...{ from: lower(from), to: lower(to), amount, account: lower(ACCOUNT), slippage: 100 },
  ...more,
})

test('what is told is the best of all ways, exactly as the pools’ own quoter says', async () => {
  const tokens = [dollar, oldDollar, wrappedEther] as const
  const pairs = tokens.flatMap((from) => tokens.filter((to) => to !== from).map((to) => [from, to] as const))
  const amounts = fc.bigInt({ min: 1n, max: 10n ** 22n })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...pairs), amounts, async ([from, to], amount) => {
      const offer = await source.quote(wish(from, to, amount))
      const best = await bestWay(from, to, amount)
      expect(offer?.toAmount ?? 0n).toBe(best)
    }),
    { numRuns: 15 },
  )
})

test('a small amount goes the cheap way, and a large one the deep way, with its impact', async () => {
  const small = await source.quote(wish(dollar, wrappedEther, 10n * 10n ** 6n))
  const large = await source.quote(wish(dollar, wrappedEther, 500_000n * 10n ** 6n))
  expect([small?.fee, large?.fee]).toEqual([500, 3_000])
  expect(small?.impact).toBeLessThan(10)
  // A fifth of what is in the pool: the price moves by as much.
  expect(large?.impact).toBeGreaterThan(1_500)
  const double = await source.quote(wish(oldDollar, wrappedEther, 10n ** 6n))
  // One part of ten thousand, and then five.
  expect(double?.fee).toBe(600)
})

test.each([
  ['a coin for a token', zeroAddress, dollar, 10n ** 17n],
  ['a token for a coin', dollar, zeroAddress, 250n * 10n ** 6n],
  ['a token for a token', dollar, oldDollar, 10n ** 6n],
  ['a token of the old kind for a coin, by two pools', oldDollar, zeroAddress, 70n * 10n ** 6n],
] as const)('%s: the transaction gives to the last unit what was told', async (_, from, to, amount) => {
  const reads = client()
  if (from !== zeroAddress) await mintMoney(anvil.call, from, ACCOUNT, amount)
  await anvil.setBalance(ACCOUNT, 10n ** 19n)
  const held = (token: Hex) =>
    token === zeroAddress
      ? reads.getBalance({ address: ACCOUNT })
      : reads.readContract({ address: token, abi: tokenAbi, functionName: 'balanceOf', args: [ACCOUNT] })
  await anvil.call('anvil_impersonateAccount', [ACCOUNT])
  if (from !== zeroAddress) await approve(from, amount)
  const built = await source.build(wish(from, to, amount), null)
  if (!built) throw new Error('There is no way.')
  const [hadFrom, hadTo] = [await held(from), await held(to)]
  const fee = await send({ to: built.to, data: built.data, value: built.value })
  const got = (await held(to)) - hadTo + (to === zeroAddress ? fee : 0n)
  expect(got).toBe(built.toAmount)
  expect(hadFrom - (await held(from)) - (from === zeroAddress ? fee : 0n)).toBe(amount)
  // Nothing stays behind, and nothing may be taken later.
  expect(await reads.getBalance({ address: swapContracts.router })).toBe(0n)
})

async function approve(token: Hex, amount: bigint): Promise<void> {
  const args = [swapContracts.router, amount] as const
  await send({
    to: token,
    data: encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args }),
    value: 0n,
  })
}

/** @returns the fee, wei */
async function send({ to, data, value }: { to: Hex; data: Hex; value: bigint }): Promise<bigint> {
  const hash = await anvil.call('eth_sendTransaction', [
    // As wallets do: what a node estimates is too little where a pool gives gas back.
    { from: ACCOUNT, to, data, value: numberToHex(value), gas: numberToHex(1_000_000) },
  ])
  const receipt = await client().waitForTransactionReceipt({ hash: hash as Hex, pollingInterval: 20 })
  expect(receipt.status).toBe('success')
  return receipt.gasUsed * receipt.effectiveGasPrice
}

test('a transaction that would give less than was agreed is refused by the pools themselves', async () => {
  const agreed = await source.quote(wish(zeroAddress, dollar, 10n ** 17n))
  const built = await source.build(wish(zeroAddress, dollar, 10n ** 17n), (agreed?.toAmount ?? 0n) + 1n)
  await anvil.setBalance(ACCOUNT, 10n ** 19n)
  await expect(
    client().call({ account: ACCOUNT, to: built?.to ?? '0x', data: built?.data ?? '0x', value: 10n ** 17n }),
  ).rejects.toThrow(/Too little received/)
})

test('without a pool there is no way; neither is there one from a coin to what wraps it', async () => {
  expect(await source.quote(wish(moneyContracts.names, dollar, 10n ** 6n))).toBeNull()
  expect(await source.quote(wish(zeroAddress, wrappedEther, 10n ** 6n))).toBeNull()
  expect(await source.build(wish(moneyContracts.names, dollar, 10n ** 6n), null)).toBeNull()
  const chain = { ...describeChain(anvil.url), swaps: 'none' as const }
  expect(createUniswapConvert(chain, createChainReader(chain, limits, Date.now), Date.now)).toBeNull()
})

test('a network that does not answer is an error, and none without a way', async () => {
  const chain = describeChain('http://127.0.0.1:1')
  const silent = createUniswapConvert(chain, createChainReader(chain, limits, Date.now), Date.now)
  await expect(silent?.quote(wish(dollar, wrappedEther, 1n))).rejects.toThrow('does not answer')
})
