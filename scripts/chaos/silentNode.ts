import { randomInt } from 'node:crypto'
import { createServer, type Socket } from 'node:net'
import type { StackOrigins } from '../stack/serviceEnv.mjs'
import type { Balancer } from './balancer.ts'
import type { Tally } from './Tally.ts'

/** Base is a network like any other here; its node says nothing. */
export const SILENT_CHAIN_ID = 8453
const CALLERS = 1_000
/** Four tries of ten seconds, before each three for a place and a pause after it: 54 s. A busy machine has half as long again. */
const BOUND = 80_000

/** A node that takes every connection and never answers. */
export async function startSilentNode(port: number): Promise<{ stop(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    socket.resume()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** Asks the network of the silent node a thousand times at once. Settles when each caller has an answer, or is stuck. */
export async function askSilentNode(
  balancer: Balancer,
  origins: StackOrigins,
  tally: () => Tally,
): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] })
  const call = () =>
    balancer.send(
      {
        method: 'POST',
        path: `/v1?chainId=eip155:${SILENT_CHAIN_ID}&projectId=chaos-0`,
        headers: {
          origin: origins.app,
          'content-type': 'application/json',
          'content-length': `${Buffer.byteLength(body)}`,
        },
        address: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
        body,
        bound: BOUND,
      },
      tally,
    )
  await Promise.all(Array.from({ length: CALLERS }, call))
}
