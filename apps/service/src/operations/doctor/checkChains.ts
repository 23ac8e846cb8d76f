import { withDeadline } from '@latchkey/std/deadline'
import { WebSocket } from 'ws'
import * as z from 'zod'
import type { Chain } from '../../config/chains.ts'
import {
  askRpc,
  checkUpstreams,
  type Diagnosis,
  type Finding,
  notInTime,
  readJson,
  sideBySide,
  TIMEOUT,
} from './Diagnosis.ts'

const otherChain = (id: number, chain: Chain) => (id === chain.id ? null : `a node of chain ${id}`)

const checkNodes = (diagnosis: Diagnosis, chain: Chain): Promise<Finding> =>
  checkUpstreams(
    `chains.${chain.id}`,
    { name: chain.name, urls: chain.rpcUrls },
    {
      setting: 'rpcUrls',
      otherOf: async (url) => otherChain(Number(await askRpc(diagnosis, url, 'eth_chainId')), chain),
      kind: 'node',
      isNeeded: true,
      fix: 'Correct rpcUrls of the chain in CHAINS.',
    },
  )

const replySchema = z.object({ id: z.union([z.literal(1), z.literal(2)]), result: z.string().max(128) })

/**
 * The id of the chain whose new blocks a node tells by WebSocket.
 *
 * @throws Error when it does not answer, or tells of none
 */
const askSocket = (url: string): Promise<number> =>
  withDeadline(
    { ms: TIMEOUT },
    (signal) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(url, { maxPayload: 65_536 })
        signal.addEventListener('abort', () => socket.terminate())
        const told: { 1?: string; 2?: string } = {}
        const ask = (id: number, method: string, params: readonly unknown[]) =>
          socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
        const refuse = (code: string) => reject(Object.assign(new Error('no result'), { code }))
        socket.on('error', reject)
        socket.on('close', () => refuse('closed, no result'))
        socket.on('unexpected-response', (_, { statusCode }) => {
          refuse(`status ${statusCode}`)
          socket.terminate()
        })
        socket.on('open', () => {
          ask(1, 'eth_chainId', [])
          ask(2, 'eth_subscribe', ['newHeads'])
        })
        socket.on('message', (data) => {
          const { data: reply } = replySchema.safeParse(readJson(String(data)))
          if (reply) told[reply.id] = reply.result
          if (told[1] === undefined || told[2] === undefined) return
          resolve(Number(told[1]))
          socket.terminate()
        })
      }),
  )

const checkSockets = (chain: Chain, urls: readonly string[]): Promise<Finding> =>
  checkUpstreams(
    `chains.${chain.id}.subscriptions`,
    { name: chain.name, urls },
    {
      setting: 'wsUrls',
      otherOf: async (url) => otherChain(await askSocket(url), chain),
      kind: 'node',
      // The nodes of rpcUrls are asked again and again meanwhile.
      isNeeded: false,
      fix: 'Correct wsUrls of the chain in CHAINS: nodes that answer eth_subscribe.',
    },
  )

/** Whether every chain has nodes, and of that chain; those that tell of new blocks as well. */
export async function checkChains(diagnosis: Diagnosis): Promise<Finding[]> {
  const findings = await sideBySide(
    diagnosis.config.chains,
    (chain) =>
      Promise.all([
        checkNodes(diagnosis, chain),
        ...(chain.wsUrls ? [checkSockets(chain, chain.wsUrls)] : []),
      ]),
    ({ id, name }) => [notInTime(`chains.${id}`, name)],
  )
  return findings.flat()
}
