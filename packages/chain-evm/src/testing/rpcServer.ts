import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

type Call = { id: number; method: string; params?: unknown[] }
export type RpcServer = {
  origin: string
  requests: { url: string; headers: IncomingHttpHeaders; calls: Call[] }[]
  close(): void
}

/** A service on this machine that answers each JSON-RPC call as the test says; a thrown error becomes a JSON-RPC error. */
export async function startRpcServer(
  answer: (call: Call) => unknown,
  status: (attempt: number) => number = () => 200,
): Promise<RpcServer> {
  const requests: RpcServer['requests'] = []
  const reply = (call: Call) => {
    try {
      return { jsonrpc: '2.0', id: call.id, result: answer(call) }
    } catch (error) {
      return { jsonrpc: '2.0', id: call.id, error: { code: -32000, message: (error as Error).message } }
    }
  }
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
    request.on('end', () => {
      const body = JSON.parse(text) as Call | Call[]
      const calls = Array.isArray(body) ? body : [body]
      requests.push({ url: request.url ?? '', headers: request.headers, calls })
      const replies = calls.map(reply)
      response.writeHead(status(requests.length), { 'Content-Type': 'application/json' })
      response.end(JSON.stringify(Array.isArray(body) ? replies : replies[0]))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
