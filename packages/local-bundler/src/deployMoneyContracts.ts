import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { JsonRpc } from '@latchkey/testing/node'
import { encodeFunctionData, type Hex, isHex, parseAbi } from 'viem'
import { namehash } from 'viem/ens'
import { addresses, deploy, own, place } from './deployContract.ts'
import { moneyContracts } from './moneyContracts.ts'
import { sendAsDeveloper } from './sendAsDeveloper.ts'

const poolAbi = parseAbi([
  'function set(uint160 sqrtPriceX96, uint128 liquidity)',
  'function liquidity() view returns (uint128)',
])
const mintAbi = parseAbi(['function mint(address to, uint256 amount)'])
const namesAbi = parseAbi([
  'function setResolver(bytes32 node, address value)',
  'function setAddr(bytes32 node, address value)',
  'function setName(bytes32 node, string value)',
  'function setText(bytes32 node, string key, string value)',
])

const Q96 = 2n ** 96n
/** The square roots of what a base unit of the dollar is worth in base units of the other token. */
const pools: readonly [pool: Hex, sqrtPriceX96: bigint][] = [
  // 10^18 wei for 2 500 * 10^6: 4 * 10^8.
  [moneyContracts.etherPool, 20_000n * Q96],
  [moneyContracts.oldDollarPool, Q96],
]
const LIQUIDITY = 10n ** 15n
/** A million dollars: a pool that has less than some thousands is not believed. */
const DEPTH = 10n ** 12n

/** The code of Multicall3 as viem carries it: it deploys it in passing where a network has none. */
function multicallCode(): Hex {
  const require = createRequire(import.meta.url)
  const folder = dirname(require.resolve('viem/package.json'))
  const { multicall3Bytecode: code }: Record<string, unknown> = require(
    join(folder, '_cjs', 'constants', 'contracts.js'),
  )
  if (!isHex(code)) throw new Error('viem no longer carries the code of Multicall3.')
  return code
}

/** Sets what a token of a local pool costs. @param sqrtPriceX96 as in Uniswap v3 */
export async function setPool(
  call: JsonRpc,
  to: Hex,
  { sqrtPriceX96, liquidity = LIQUIDITY }: { sqrtPriceX96: bigint; liquidity?: bigint },
): Promise<void> {
  const args = [sqrtPriceX96, liquidity] as const
  await sendAsDeveloper(call, { to, data: encodeFunctionData({ abi: poolAbi, functionName: 'set', args }) })
}

async function fillPool(call: JsonRpc, pool: Hex, sqrtPriceX96: bigint): Promise<void> {
  const data = encodeFunctionData({ abi: poolAbi, functionName: 'liquidity' })
  if (BigInt(String(await call('eth_call', [{ to: pool, data }, 'latest']))) > 0n) return
  await setPool(call, pool, { sqrtPriceX96 })
  await mintMoney(call, moneyContracts.dollar, pool, DEPTH)
}

/** Mints tokens of the local chain, in base units. */
export async function mintMoney(call: JsonRpc, token: Hex, to: Hex, amount: bigint): Promise<void> {
  const data = encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [to, amount] })
  await sendAsDeveloper(call, { to: token, data })
}

/**
 * Writes a name into the local registry.
 *
 * @param account whose reverse record it becomes
 * @param leadsTo where the name leads; to the account unless told
 */
export async function writeName(
  call: JsonRpc,
  account: Hex,
  { name, leadsTo = account, avatar }: { name: string; leadsTo?: Hex; avatar?: string },
): Promise<void> {
  const [reverse, forward] = [namehash(`${account.slice(2).toLowerCase()}.addr.reverse`), namehash(name)]
  const to = moneyContracts.names
  const written = [
    encodeFunctionData({ abi: namesAbi, functionName: 'setResolver', args: [reverse, to] }),
    encodeFunctionData({ abi: namesAbi, functionName: 'setName', args: [reverse, name] }),
    encodeFunctionData({ abi: namesAbi, functionName: 'setResolver', args: [forward, to] }),
    encodeFunctionData({ abi: namesAbi, functionName: 'setAddr', args: [forward, leadsTo] }),
    ...(avatar === undefined
      ? []
      : [encodeFunctionData({ abi: namesAbi, functionName: 'setText', args: [forward, 'avatar', avatar] })]),
  ]
  for (const data of written) await sendAsDeveloper(call, { to, data })
}

/**
 * Puts on a local chain (anvil) what balances, prices and names are read from, unless it is there already: Multicall3, a
 * token of the old kind, wrapped ether, two pools that tell a price,
 * a registry of names with what clients ask, and collectibles.
 *
 * @throws Error when a contract does not land on its address
 * @example
 * const chain = await startAnvil({ prepare: deployMoneyContracts })
 */
export async function deployMoneyContracts(call: JsonRpc): Promise<typeof moneyContracts> {
  const { multicall, dollar, oldDollar, wrappedEther, etherPool, oldDollarPool, names } = moneyContracts
  const { universalResolver, collectible, editions } = moneyContracts
  await place(call, multicall, multicallCode())
  for (const deployment of [
    own(oldDollar, 'TestOldDollar'),
    own(wrappedEther, 'TestWrappedEther'),
    own(etherPool, 'TestPool', addresses(dollar, wrappedEther)),
    own(oldDollarPool, 'TestPool', addresses(dollar, oldDollar)),
    own(names, 'TestNames'),
    own(universalResolver, 'TestUniversalResolver', addresses(names)),
    own(collectible, 'TestCollectible'),
    own(editions, 'TestEditions'),
  ])
    await deploy(call, deployment)
  for (const [pool, sqrtPriceX96] of pools) await fillPool(call, pool, sqrtPriceX96)
  return moneyContracts
}
