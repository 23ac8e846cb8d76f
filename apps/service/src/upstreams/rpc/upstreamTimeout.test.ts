import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { chainSchema } from '../../config/chains.ts'
import { createUpstream } from './upstream.ts'

/** A node that leaves the first `silent` requests without an answer. */
async function startNode(silent: number) {
  let requests = 0
  const server = createServer((request, response) => {
    requests++
    if (requests <= silent) return
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      const calls = JSON.parse(text) as { id: number }[]
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(calls.map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x2a' }))))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}/`, requests: () => requests, stop }
}

const chainAt = (url: string) =>
  chainSchema.parse({
    id: 1,
    name: 'Test',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [url],
  })

test('R7-47 R7-52 a node that does not answer in time is asked again', async () => {
  const node = await startNode(1)
  try {
    const upstream = createUpstream(chainAt(node.url), Date.now, { timeout: 1_000 })
    const { signal } = new AbortController()
    expect(await upstream.request({ method: 'eth_blockNumber' }, signal)).toBe('0x2a')
    // A busy machine may let the second try wait as well.
    expect(node.requests()).toBeGreaterThanOrEqual(2)
  } finally {
    node.stop()
  }
})

test('R7-47 a node that never answers is given up after its tries', async () => {
  const node = await startNode(Number.POSITIVE_INFINITY)
  try {
    const upstream = createUpstream(chainAt(node.url), Date.now, { timeout: 2_000 })
    const { signal } = new AbortController()
    await expect(upstream.request({ method: 'eth_blockNumber' }, signal)).rejects.toThrow()
    expect(node.requests()).toBe(4)
  } finally {
    node.stop()
  }
})
