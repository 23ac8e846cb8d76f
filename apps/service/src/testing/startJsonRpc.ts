import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type RpcQuestion = { id: unknown; method: string; params?: unknown[] }
/** `{ result }` or `{ error }`; null leaves the question without an answer. */
export type RpcAnswer = object | null

async function readCalls(request: IncomingMessage): Promise<RpcQuestion | RpcQuestion[]> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString()) as RpcQuestion | RpcQuestion[]
}

/**
 * A JSON-RPC server on this machine whose answers the test makes.
 *
 * @param answer of one call
 * @param raw answers a whole request in another way; true when it has
 */
export async function startJsonRpc(
  answer: (call: RpcQuestion) => RpcAnswer,
  raw: (response: ServerResponse) => boolean = () => false,
) {
  const calls: RpcQuestion[] = []
  const headers: IncomingMessage['headers'][] = []
  const server = createServer(async (request, response) => {
    const body = await readCalls(request)
    calls.push(...[body].flat())
    headers.push(request.headers)
    if (raw(response)) return
    const answers = [body].flat().map((call) => {
      const given = answer(call)
      return given && { jsonrpc: '2.0', id: call.id, ...given }
    })
    if (answers.includes(null)) return
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(Array.isArray(body) ? answers : answers[0]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  /** The newest call and its headers are last. */
  return { url: `http://127.0.0.1:${port}/`, port, calls, headers, stop }
}
