import { devAccounts } from '@latchkey/testing'
import type { JsonRpc } from '@latchkey/testing/node'
import { concat, encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem'
import { addresses, DEPLOYER, type Deployment, deploy, SALT } from './deployContract.ts'
import { mintMoney } from './deployMoneyContracts.ts'
import { moneyContracts } from './moneyContracts.ts'
import { readArtifact } from './readArtifact.ts'
import { sendAsDeveloper } from './sendAsDeveloper.ts'
import { swapContracts } from './swapContracts.ts'

const positionsAbi = parseAbi([
  'function createAndInitializePoolIfNecessary(address token0, address token1, uint24 fee, uint160 sqrtPriceX96) payable returns (address pool)',
  'function mint((address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, address recipient, uint256 deadline)) payable returns (uint256, uint128, uint256, uint256)',
])
const tokenAbi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function deposit() payable',
  'function getPool(address, address, uint24) view returns (address)',
  'function enableFeeAmount(uint24 fee, int24 tickSpacing)',
  'function feeAmountTickSpacing(uint24 fee) view returns (int24)',
])

const Q96 = 2n ** 96n
const DOLLAR = 10n ** 6n
const ETHER = 10n ** 18n
const NEVER = 2n ** 64n

/** A pool over all prices. `first` is the token of the lower number. */
export type LocalPool = {
  first: Hex
  second: Hex
  /** Hundredths of a basis point. */
  fee: 100 | 500 | 3_000 | 10_000
  /** Square root of what a base unit of the first is worth in base units of the second. */
  root: bigint
  /** What is put in of each, in base units: the root decides how much of it is taken. */
  amounts: readonly [bigint, bigint]
}

const { dollar, oldDollar, wrappedEther } = moneyContracts
/** An ether is 2 500 dollars, deep and shallow; an old dollar is a dollar; from it to ether it takes both. */
const pools: readonly LocalPool[] = [
  {
    ...{ first: dollar, second: wrappedEther, fee: 3_000, root: 20_000n },
    amounts: [2_500_000n * DOLLAR, 1_000n * ETHER],
  },
  {
    ...{ first: dollar, second: wrappedEther, fee: 500, root: 20_000n },
    amounts: [25_000n * DOLLAR, 10n * ETHER],
  },
  {
    ...{ first: dollar, second: oldDollar, fee: 100, root: 1n },
    amounts: [1_000_000n * DOLLAR, 1_000_000n * DOLLAR],
  },
]
/** Ticks of a fee's pools are multiples of its spacing; the outermost are those within ±887 272. */
const SPACING = { 100: 1, 500: 10, 3000: 60, 10000: 200 } as const
const outermost = (fee: LocalPool['fee']) => Math.floor(887_272 / SPACING[fee]) * SPACING[fee]

const periphery = (file: string) => `@uniswap/v3-periphery/artifacts/contracts/${file}.sol/${file}.json`
const router = (folder: string, file: string) =>
  `@uniswap/swap-router-contracts/artifacts/contracts/${folder}${file}.sol/${file}.json`

const placed = (address: Hex, file: string, ...given: Hex[]): Deployment => ({
  ...{ address, deployer: DEPLOYER, salt: SALT },
  code: () => concat([readArtifact(file).bytecode, addresses(...given)]),
})
const { factory, quoter, positions } = swapContracts
const deployments: readonly Deployment[] = [
  placed(factory, '@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json'),
  placed(quoter, router('lens/', 'QuoterV2'), factory, wrappedEther),
  placed(positions, periphery('NonfungiblePositionManager'), factory, wrappedEther, zeroAddress),
  // There is no version 2 on the local chain.
  placed(swapContracts.router, router('', 'SwapRouter02'), zeroAddress, factory, positions, wrappedEther),
]

const call = (to: Hex, data: Hex, value = 0n) => ({ to, data, value })

/** @returns null where there is none */
async function findPool(rpc: JsonRpc, { first, second, fee }: LocalPool): Promise<string | null> {
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'getPool', args: [first, second, fee] })
  const answer = String(await rpc('eth_call', [{ to: factory, data }, 'latest']))
  return BigInt(answer) === 0n ? null : `0x${answer.slice(26)}`
}

/** The developer's own tokens, to be given away. */
async function takeTokens(rpc: JsonRpc, token: Hex, amount: bigint): Promise<void> {
  const [{ address }] = devAccounts
  if (token === wrappedEther) {
    const balance = BigInt(String(await rpc('eth_getBalance', [address, 'latest'])))
    await rpc('anvil_setBalance', [address, `0x${(balance + amount).toString(16)}`])
    await sendAsDeveloper(
      rpc,
      call(token, encodeFunctionData({ abi: tokenAbi, functionName: 'deposit' }), amount),
    )
  } else await mintMoney(rpc, token, address as Hex, amount)
  for (const args of [
    [positions, 0n],
    [positions, amount],
  ] as const)
    await sendAsDeveloper(
      rpc,
      call(token, encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args })),
    )
}

/** The lowest fee is one that the owners of the public factories have added; here that is who made the factory. */
async function addLowestFee(rpc: JsonRpc): Promise<void> {
  const look = encodeFunctionData({ abi: tokenAbi, functionName: 'feeAmountTickSpacing', args: [100] })
  if (BigInt(String(await rpc('eth_call', [{ to: factory, data: look }, 'latest']))) > 0n) return
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'enableFeeAmount', args: [100, 1] })
  await sendAsDeveloper(rpc, { to: factory, data, from: DEPLOYER })
}

/** Makes a pool of Uniswap v3 with liquidity at every price, unless there is one. */
export async function openPool(rpc: JsonRpc, pool: LocalPool): Promise<void> {
  if (await findPool(rpc, pool)) return
  const { first, second, fee, root, amounts } = pool
  const create = encodeFunctionData({
    abi: positionsAbi,
    functionName: 'createAndInitializePoolIfNecessary',
    args: [first, second, fee, root * Q96],
  })
  await sendAsDeveloper(rpc, call(positions, create))
  await takeTokens(rpc, first, amounts[0])
  await takeTokens(rpc, second, amounts[1])
  const tick = outermost(fee)
  const range = { token0: first, token1: second, fee, tickLower: -tick, tickUpper: tick }
  const mint = encodeFunctionData({
    abi: positionsAbi,
    functionName: 'mint',
    args: [
      {
        ...range,
        ...{ amount0Desired: amounts[0], amount1Desired: amounts[1], amount0Min: 0n, amount1Min: 0n },
        ...{ recipient: devAccounts[0].address as Hex, deadline: NEVER },
      },
    ],
  })
  await sendAsDeveloper(rpc, call(positions, mint))
}

/**
 * Puts Uniswap v3 on a local chain (anvil) that `deployMoneyContracts` has prepared, with pools in which anybody can trade:
 * dollars for ether, and old dollars for dollars.
 *
 * @throws Error when a contract does not land on its address
 * @example
 * const chain = await startAnvil({ prepare: async (call) => { await deployMoneyContracts(call); await deploySwapContracts(call) } })
 */
export async function deploySwapContracts(rpc: JsonRpc): Promise<typeof swapContracts> {
  for (const deployment of deployments) await deploy(rpc, deployment)
  await addLowestFee(rpc)
  for (const pool of pools) await openPool(rpc, pool)
  return swapContracts
}
