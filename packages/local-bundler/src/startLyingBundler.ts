import { isRecord } from '@latchkey/std/isRecord'
import { httpRequest } from '@latchkey/testing/node'
import {
  type FalseAnswer,
  type LyingServer,
  type RpcAnswer,
  type RpcCall,
  startRpcServer,
} from './startRpcServer.ts'

async function askTruth(upstream: string, { method, params }: RpcCall): Promise<RpcAnswer> {
  const { body } = await httpRequest(upstream, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    timeout: 30_000,
  })
  const reply: unknown = JSON.parse(body)
  if (!isRecord(reply)) return { body }
  const { error } = reply
  if (!isRecord(error)) return { result: reply.result }
  const { code, message, data } = error
  return { error: { code: Number(code), message: String(message), ...(data === undefined ? {} : { data }) } }
}

/**
 * Stands before a bundler on 127.0.0.1 and answers in its place as it is told to, so that a test sees what a wallet does
 * about a bundler that lies, is slow or dies.
 *
 * @param options `upstream` is the real bundler's address, asked anew for each call
 * @throws Error when the port is taken
 * @example
 * const bundler = await startLyingBundler({ upstream: world.bundler.url })
 * bundler.tell(falseAnswers.anotherHash)
 * await bundler.stop()
 */
export function startLyingBundler(options: {
  upstream: string
  lie?: FalseAnswer
  port?: number
}): Promise<LyingServer> {
  return startRpcServer((call) => askTruth(options.upstream, call), options)
}
