import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { withDeadline } from '@latchkey/std/deadline'
import { isLoopbackName } from '../../config/isLoopbackName.ts'

/** What a text says in JSON; undefined when it is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export type Reply = { status: number; headers: Headers; body: string }
export type AskOptions = {
  method?: string
  headers?: Readonly<Record<string, string>>
  body?: string
}

const TIMEOUT = 8_000
const MOST_BYTES = 262_144

/** RFC 6761 section 6.3: names under localhost are this machine; not every resolver knows. */
const lookupLoopback: LookupFunction = (_hostname, options, callback) => {
  if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }])
  else callback(null, '127.0.0.1', 4)
}

/**
 * One request without redirects. The answer is cut after 256 KiB.
 *
 * @throws Error when there is no answer within 8 s
 */
export function ask(address: string, options: AskOptions = {}): Promise<Reply> {
  const url = new URL(address)
  return withDeadline({ ms: TIMEOUT }, (signal) => send(url, options, signal))
}

function send(url: URL, options: AskOptions, signal: AbortSignal): Promise<Reply> {
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const outgoing = start(
      url,
      {
        method: options.method ?? 'GET',
        headers: { 'user-agent': 'latchkey-doctor', ...options.headers },
        agent: false,
        signal,
        ...(url.hostname.endsWith('localhost') && isLoopbackName(url.hostname)
          ? { lookup: lookupLoopback }
          : {}),
      },
      (incoming) => {
        const headers = new Headers()
        for (const [name, value] of Object.entries(incoming.headers))
          if (value !== undefined) headers.set(name, [value].flat().join(', '))
        const chunks: Buffer[] = []
        let length = 0
        const done = () => {
          incoming.destroy()
          resolve({ status: incoming.statusCode ?? 0, headers, body: Buffer.concat(chunks).toString('utf8') })
        }
        incoming.on('data', (chunk: Buffer) => {
          chunks.push(chunk)
          length += chunk.length
          if (length > MOST_BYTES) done()
        })
        incoming.once('error', reject)
        incoming.once('end', done)
      },
    )
    outgoing.once('upgrade', (incoming, socket) => {
      socket.destroy()
      resolve({ status: incoming.statusCode ?? 0, headers: new Headers(), body: '' })
    })
    outgoing.once('error', reject)
    outgoing.end(options.body)
  })
}

/** Why there was no answer, without what was asked: addresses may hold keys. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if (error.name === 'TimeoutError' || error.name === 'AbortError')
    return `no answer within ${TIMEOUT / 1_000} s`
  const { code } = error as Error & { code?: unknown }
  return typeof code === 'string' ? code : error.name
}
