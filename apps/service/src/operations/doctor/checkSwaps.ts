import { encodeFunctionData, parseAbi } from 'viem'
import { type Chain, swapsOf } from '../../config/chains.ts'
import type { Swaps } from '../../config/tokens/tokenSchema.ts'
import {
  askRpc,
  type Diagnosis,
  type Finding,
  fail,
  notInTime,
  ok,
  readJson,
  reasonOf,
  sideBySide,
  warn,
} from './Diagnosis.ts'

const abi = parseAbi(['function factory() view returns (address)', 'function WETH9() view returns (address)'])
const factoryCall = encodeFunctionData({ abi, functionName: 'factory' })
const wrappedCall = encodeFunctionData({ abi, functionName: 'WETH9' })

/** Whether a contract names this address; null where it does not answer. */
async function names(diagnosis: Diagnosis, chain: Chain, to: string, data: string, address: string) {
  const [url = ''] = chain.rpcUrls
  const answer = await askRpc(diagnosis, url, 'eth_call', [{ to, data }, 'latest']).catch(() => '')
  if (!/^0x[0-9a-fA-F]{64}$/.test(answer)) return null
  return answer.slice(26).toLowerCase() === address.slice(2).toLowerCase()
}

/** What does not fit: a router of other pools would take the tokens of whoever swaps. */
async function findMisfits(diagnosis: Diagnosis, chain: Chain, swaps: Swaps): Promise<string[]> {
  const { factory, quoter, router, wrapped } = swaps
  const asked = [
    ['router', router, factoryCall, factory, 'factory'],
    ['router', router, wrappedCall, wrapped, 'wrapped'],
    ['quoter', quoter, factoryCall, factory, 'factory'],
    ['quoter', quoter, wrappedCall, wrapped, 'wrapped'],
  ] as const
  const found = await Promise.all(
    asked.map(async ([name, to, data, address, field]) => {
      const isNamed = await names(diagnosis, chain, to, data, address)
      if (isNamed === null) return [`${name} ${to} does not answer`]
      return isNamed ? [] : [`${name} ${to} is made for another ${field} than ${address}`]
    }),
  )
  return [...new Set(found.flat())]
}

async function checkChain(diagnosis: Diagnosis, chain: Chain): Promise<Finding[]> {
  const check = `swaps.${chain.id}`
  const swaps = swapsOf(chain)
  if (!swaps) return [ok(check, `${chain.name}: nothing is swapped in the network's own pools.`)]
  const misfits = await findMisfits(diagnosis, chain, swaps)
  if (misfits.length === 0) return [ok(check, `${chain.name}: tokens are swapped through ${swaps.router}.`)]
  const fix = 'Correct swaps of the chain in CHAINS, or set it to "none": nothing may be swapped like this.'
  return [fail(check, `${chain.name}: ${misfits.join('; ')}.`, fix)]
}

/** The address may hold a key, so that its host alone is told. */
async function checkSwapsUrl(diagnosis: Diagnosis): Promise<Finding[]> {
  const { swapsUrl } = diagnosis.config
  if (swapsUrl === undefined) return []
  const host = new URL(swapsUrl).host
  const fix = 'Correct SWAPS_URL, or leave it out: the pools alone make swaps then.'
  try {
    const { status, body } = await diagnosis.ask(`${swapsUrl}/chains?chainTypes=EVM`)
    const isRead = status === 200 && Array.isArray((readJson(body) as { chains?: unknown } | null)?.chains)
    return isRead
      ? [ok('swapsUrl', `${host} makes swaps.`)]
      : [warn('swapsUrl', `${host} answers with status ${status} and no networks.`, fix)]
  } catch (error) {
    return [warn('swapsUrl', `${host} does not answer: ${reasonOf(error)}.`, fix)]
  }
}

/** Who swaps tokens, and whether the contracts that get allowances are those of the pools that are quoted. */
export async function checkSwaps(diagnosis: Diagnosis): Promise<Finding[]> {
  const parts = await sideBySide(
    diagnosis.config.chains,
    (chain) => checkChain(diagnosis, chain),
    ({ id, name }) => [notInTime(`swaps.${id}`, name)],
  )
  return [...parts.flat(), ...(await checkSwapsUrl(diagnosis))]
}
