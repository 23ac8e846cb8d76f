import { isRecord } from '@latchkey/std/isRecord'
import { httpRequest } from './httpRequest.ts'

export type JsonRpc = (method: string, params?: readonly unknown[], signal?: AbortSignal) => Promise<unknown>

/**
 * A bare JSON-RPC 2.0 caller over HTTP.
 *
 * @throws Error with the server's message when it answers with an error or with something else than JSON-RPC
 * @example
 * const call = jsonRpc('http://127.0.0.1:8545')
 * await call('eth_blockNumber')
 */
export function jsonRpc(url: string): JsonRpc {
  return async (method, params = [], signal) => {
    const { body } = await httpRequest(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      timeout: 30_000,
      ...(signal ? { signal } : {}),
    })
    const reply: unknown = JSON.parse(body)
    if (!isRecord(reply)) throw new Error(`${method}: the answer is not JSON-RPC`)
    if (isRecord(reply.error)) throw new Error(`${method}: ${String(reply.error.message)}`)
    return reply.result
  }
}
