import type { Chain } from '../../config/chains.ts'
import {
  askRpc,
  type Diagnosis,
  type Finding,
  fail,
  notInTime,
  ok,
  reasonOf,
  sideBySide,
  warn,
} from './Diagnosis.ts'

type Node = { place: string; problem: string | null; isWrong: boolean }

/** Nodes are named by their place: an address may hold a key. */
async function checkNode(diagnosis: Diagnosis, chain: Chain, url: string, index: number): Promise<Node> {
  const place = `rpcUrls[${index}] (${new URL(url).host})`
  try {
    const id = Number(await askRpc(diagnosis, url, 'eth_chainId'))
    const isWrong = id !== chain.id
    return { place, isWrong, problem: isWrong ? `${place} is a node of chain ${id}` : null }
  } catch (error) {
    return { place, isWrong: false, problem: `${place}: ${reasonOf(error)}` }
  }
}

async function checkChain(diagnosis: Diagnosis, chain: Chain): Promise<Finding> {
  const check = `chains.${chain.id}`
  const nodes = await Promise.all(chain.rpcUrls.map((url, index) => checkNode(diagnosis, chain, url, index)))
  const bad = nodes.filter(({ problem }) => problem !== null)
  if (bad.length === 0) return ok(check, `${chain.name}: ${nodes.length} node(s) answer.`)
  const message = `${chain.name}: ${bad.map(({ problem }) => problem).join('; ')}.`
  const fix = 'Correct rpcUrls of the chain in CHAINS.'
  // Others take over for a silent node; one of another chain gives wrong answers.
  const isFatal = bad.length === nodes.length || bad.some(({ isWrong }) => isWrong)
  return isFatal ? fail(check, message, fix) : warn(check, message, fix)
}

/** Whether every chain has nodes, and of that chain. */
export function checkChains(diagnosis: Diagnosis): Promise<Finding[]> {
  return sideBySide(
    diagnosis.config.chains,
    (chain) => checkChain(diagnosis, chain),
    ({ id, name }) => notInTime(`chains.${id}`, name),
  )
}
