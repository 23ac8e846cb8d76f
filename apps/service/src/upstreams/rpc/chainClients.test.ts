import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verifyAccountSignature } from '@latchkey/siwx/verify'
import { encodeErrorResult, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { chainSchema } from '../../config/chains.ts'
import { caip2Of } from '../../config/namespaces.ts'
import { createChainClients } from './chainClients.ts'

const ADDRESS = '0x00000000000000000000000000000000000051fe'
type Reply = (response: ServerResponse, head: string) => void

/** A node whose contract answers `eth_call` as the test says; it counts what it sent, and what else was asked of it. */
async function startNode(answerCall: Reply) {
  const others: string[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk) => {
      text += chunk
    })
    request.on('end', () => {
      if (request.url !== '/') others.push(request.url ?? '')
      const call = text ? (JSON.parse(text) as { id: number; method: string }) : undefined
      if (!call || request.url !== '/') return response.writeHead(404).end()
      const head = `{"jsonrpc":"2.0","id":${call.id},`
      response.setHeader('content-type', 'application/json')
      if (call.method === 'eth_call') return answerCall(response, head)
      return response.end(`${head}"result":"0x60"}`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const chain = chainSchema.parse({
    id: 1,
    name: 'Test',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [url],
  })
  const client = createChainClients({ chains: new Map([[caip2Of(chain), chain]]) })('eip155:1')
  if (!client) throw new Error('There is no client.')
  const signed = { message: 'm', signature: '0x', address: ADDRESS, chainId: 'eip155:1', client }
  return {
    url,
    others,
    client,
    check: () => verifyAccountSignature(signed),
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('an answer that does not end is cut off: it says nothing about the signature', async () => {
  let sent = 0
  const node = await startNode((response, head) => {
    response.write(`${head}"result":"0x`)
    const zeros = '0'.repeat(65_536)
    const more = () => {
      while (!response.destroyed && sent < 100_000_000) {
        sent += zeros.length
        if (!response.write(zeros)) return response.once('drain', more)
      }
      return response.end()
    }
    more()
  })
  try {
    await expect(node.check()).rejects.toMatchObject({ code: 8308 })
    // A megabyte, and what the sockets hold; for each try.
    expect(sent).toBeLessThan(35_000_000)
  } finally {
    node.stop()
  }
})

test('no address that a contract names is fetched (EIP-3668)', async () => {
  const node = await startNode((response, head) => {
    const data = encodeErrorResult({
      abi: parseAbi(['error OffchainLookup(address, string[], bytes, bytes4, bytes)']),
      args: [ADDRESS, [`${node.url}inside`], '0x00', '0x00000000', '0x'],
    })
    response.end(`${head}"error":{"code":3,"message":"execution reverted","data":"${data}"}}`)
  })
  try {
    expect(node.client.ccipRead).toBe(false)
    await expect(node.check()).rejects.toMatchObject({ code: 8307 })
    expect(node.others).toEqual([])
  } finally {
    node.stop()
  }
})
