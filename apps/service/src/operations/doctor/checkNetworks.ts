import * as z from 'zod'
import { otherNamespaceOf } from '../../config/namespaces.ts'
import type { Network } from '../../config/networks.ts'
import {
  askRpcFor,
  type Diagnosis,
  type Finding,
  fail,
  notInTime,
  ok,
  reasonOf,
  sideBySide,
  warn,
} from './Diagnosis.ts'

const text = z.string().min(1).max(128)

/** The hash of a network's first block, as one upstream tells it. @throws Error when it does not */
async function firstBlockOf(diagnosis: Diagnosis, { caip2 }: Network, url: string): Promise<string> {
  if (otherNamespaceOf(caip2)?.answeredBy === 'nodes')
    return askRpcFor(diagnosis, url, { method: 'getGenesisHash' }, text)
  const address = new URL(url)
  address.pathname = `${address.pathname.replace(/\/+$/, '')}/block-height/0`
  const { status, body } = await diagnosis.ask(address.href)
  if (status === 200) return text.parse(body.trim())
  throw Object.assign(new Error('no block'), { code: `status ${status}` })
}

type Upstream = { problem: string | null; isWrong: boolean }

/** Upstreams are named by their place: an address may hold a key. */
async function checkUpstream(
  diagnosis: Diagnosis,
  network: Network,
  url: string,
  index: number,
): Promise<Upstream> {
  const place = `rpcUrls[${index}] (${new URL(url).host})`
  try {
    const [, reference = ''] = network.caip2.split(':')
    // CAIP-2 of both namespaces: the beginning of that hash.
    const isWrong = !(await firstBlockOf(diagnosis, network, url)).startsWith(reference)
    return { isWrong, problem: isWrong ? `${place} is of another network` : null }
  } catch (error) {
    return { isWrong: false, problem: `${place}: ${reasonOf(error)}` }
  }
}

async function checkNetwork(diagnosis: Diagnosis, network: Network): Promise<Finding> {
  const check = `networks.${network.caip2}`
  const { name, rpcUrls } = network
  const all = await Promise.all(rpcUrls.map((url, index) => checkUpstream(diagnosis, network, url, index)))
  const bad = all.filter(({ problem }) => problem !== null)
  if (bad.length === 0) return ok(check, `${name}: ${all.length} upstream(s) answer.`)
  const message = `${name}: ${bad.map(({ problem }) => problem).join('; ')}.`
  const fix = 'Correct rpcUrls of the network in NETWORKS.'
  const isFatal = bad.length === all.length || bad.some(({ isWrong }) => isWrong)
  return isFatal ? fail(check, message, fix) : warn(check, message, fix)
}

/** Whether every network of another namespace has upstreams, and of that network. */
export function checkNetworks(diagnosis: Diagnosis): Promise<Finding[]> {
  return sideBySide(
    diagnosis.config.networks ?? [],
    (network) => checkNetwork(diagnosis, network),
    ({ caip2, name }) => notInTime(`networks.${caip2}`, name),
  )
}
