import { request } from 'node:http'
import type { LookupFunction } from 'node:net'

export type HttpReply = {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}

export type HttpRequestOptions = {
  method?: string
  headers?: Record<string, string>
  body?: string
  /** Milliseconds. Default 60 000. */
  timeout?: number
  signal?: AbortSignal
}

/** RFC 6761 section 6.3: names under localhost are the loopback address; not every resolver knows. */
const lookupLoopback: LookupFunction = (_hostname, options, callback) => {
  if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }])
  else callback(null, '127.0.0.1', 4)
}

const isLocalhost = (hostname: string) => hostname === 'localhost' || hostname.endsWith('.localhost')

/**
 * A plain HTTP request from Node in which `*.localhost` is 127.0.0.1 and the Host header may be given.
 *
 * @param url http: only
 * @throws Error when the connection fails, the time is over or `signal` aborts
 * @example
 * const { status, body } = await httpRequest('http://api.localhost:8787/health')
 */
export function httpRequest(url: string, options: HttpRequestOptions = {}): Promise<HttpReply> {
  const target = new URL(url)
  const signals = [
    AbortSignal.timeout(options.timeout ?? 60_000),
    ...(options.signal ? [options.signal] : []),
  ]
  return new Promise((resolve, reject) => {
    const outgoing = request(
      target,
      {
        method: options.method ?? 'GET',
        headers: options.headers ?? {},
        agent: false,
        signal: AbortSignal.any(signals),
        ...(isLocalhost(target.hostname) ? { lookup: lookupLoopback } : {}),
      },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.once('error', reject)
        incoming.once('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: Buffer.concat(chunks).toString('utf8'),
          }),
        )
      },
    )
    outgoing.once('error', reject)
    outgoing.end(options.body)
  })
}
