import { createRequire } from 'node:module'
import { RpcRequestError } from 'viem'
import { expect, test } from 'vitest'
import { passOn } from './passOn.ts'

// The CommonJS build of viem has classes of its own, as a second copy in the tree would.
const other: typeof import('viem') = createRequire(import.meta.url)('viem')

test('a node’s refusal is its answer, whichever copy of viem brings it', async () => {
  expect(other.RpcRequestError).not.toBe(RpcRequestError)
  const call = { jsonrpc: '2.0' as const, id: 1, method: 'eth_call', params: [] }
  const refusal = { code: 3, message: 'execution reverted', data: '0x08c379a0' }
  for (const { RpcRequestError: Refusal, UnknownRpcError: Wrapped } of [other, await import('viem')]) {
    const error = new Wrapped(new Refusal({ body: {}, url: 'http://node.internal', error: refusal }))
    const upstream = { request: () => Promise.reject(error) }
    const { outcome, reply } = await passOn(upstream, call, new AbortController().signal)
    expect({ outcome, reply }).toMatchObject({ outcome: 'answered', reply: { error: refusal } })
  }
})
