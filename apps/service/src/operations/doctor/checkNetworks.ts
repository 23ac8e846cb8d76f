import * as z from 'zod'
import { otherNamespaceOf } from '../../config/namespaces.ts'
import type { Network } from '../../config/networks.ts'
import {
  askRpcFor,
  checkUpstreams,
  type Diagnosis,
  type Finding,
  notInTime,
  sideBySide,
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

function checkNetwork(diagnosis: Diagnosis, network: Network): Promise<Finding> {
  const { caip2, name, rpcUrls: urls } = network
  const [, reference = ''] = caip2.split(':')
  return checkUpstreams(
    `networks.${caip2}`,
    { name, urls },
    {
      setting: 'rpcUrls',
      isNeeded: true,
      // CAIP-2 of both namespaces: the beginning of that hash.
      otherOf: async (url) =>
        (await firstBlockOf(diagnosis, network, url)).startsWith(reference) ? null : 'of another network',
      kind: 'upstream',
      fix: 'Correct rpcUrls of the network in NETWORKS.',
    },
  )
}

/** Whether every network of another namespace has upstreams, and of that network. */
export function checkNetworks(diagnosis: Diagnosis): Promise<Finding[]> {
  return sideBySide(
    diagnosis.config.networks ?? [],
    (network) => checkNetwork(diagnosis, network),
    ({ caip2, name }) => notInTime(`networks.${caip2}`, name),
  )
}
