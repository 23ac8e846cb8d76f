import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { isRecord } from '@latchkey/std/isRecord'

export type RpcCall = { method: string; params: readonly unknown[] }

/** A JSON-RPC answer; or the connection is cut; or nothing is ever said; or a body that is no JSON-RPC. */
export type RpcAnswer =
  | { result: unknown }
  | { error: { code: number; message: string; data?: unknown } }
  | { body: string }
  | 'cut'
  | 'silence'

/** Answers a call. `truth` is what an honest server says, to the same call by default. */
export type FalseAnswer = (
  call: RpcCall,
  truth: (other?: RpcCall) => Promise<RpcAnswer>,
) => Promise<RpcAnswer>

/** A JSON-RPC server on 127.0.0.1 that says what a test tells it to say. */
export type LyingServer = {
  readonly url: string
  readonly port: number
  /** Every call so far, oldest first. */
  readonly calls: readonly RpcCall[]
  /** Changes what it does from the next call on; without a lie it tells the truth. */
  tell: (lie?: FalseAnswer) => void
  stop: () => Promise<void>
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function callOf(body: string): { id: unknown; call: RpcCall } {
  const parsed: unknown = JSON.parse(body)
  if (!isRecord(parsed) || typeof parsed.method !== 'string') throw new Error('One JSON-RPC call at a time.')
  const params = Array.isArray(parsed.params) ? parsed.params : []
  return { id: parsed.id, call: { method: parsed.method, params } }
}

function say(response: ServerResponse, id: unknown, answer: RpcAnswer): void {
  if (answer === 'silence') return
  if (answer === 'cut') {
    response.destroy()
    return
  }
  const body = 'body' in answer ? answer.body : JSON.stringify({ jsonrpc: '2.0', id, ...answer })
  response.writeHead(200, { 'content-type': 'application/json' }).end(body)
}

/**
 * @param truth answers honestly; when it rejects the connection is cut
 * @param options `port` is a free one by default
 * @throws Error when the port is taken
 */
export async function startRpcServer(
  truth: (call: RpcCall) => Promise<RpcAnswer>,
  options: { port?: number | undefined; lie?: FalseAnswer | undefined } = {},
): Promise<LyingServer> {
  const calls: RpcCall[] = []
  const honest: FalseAnswer = (_call, ask) => ask()
  let lie = options.lie ?? honest
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { id, call } = callOf(await readBody(request))
    calls.push(call)
    say(response, id, await lie(call, (other = call) => truth(other)))
  }
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    calls,
    tell(next) {
      lie = next ?? honest
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
