import { Resolver } from 'node:dns/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { withDeadline } from '@latchkey/std/deadline'
import { isLoopbackName } from '../config/originPattern.ts'
import { isLoopback } from '../http/clientAddress.ts'
import type { Gate } from './createGate.ts'

/** IANA special-purpose IPv4 registry (RFC 6890), multicast and reserved. */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]
/** Within 2000::/3, which is all of the public addresses: protocol assignments, documentation, 6to4. */
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

function listOf(ranges: readonly string[], type: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', bits] = range.split('/')
    list.addSubnet(network, Number(bits), type)
  }
  return list
}

/**
 * Whether an IP address is one of the public internet: not of this machine, this network, a private network, a cloud's
 * own services, or an IPv4 address in IPv6's clothes.
 *
 * @example
 * isPublicAddress('169.254.169.254') // false
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !listOf(SPECIAL_V4, 'ipv4').check(address, 'ipv4')
  if (version !== 6) return false
  return (
    listOf(['2000::/3'], 'ipv6').check(address, 'ipv6') && !listOf(SPECIAL_V6, 'ipv6').check(address, 'ipv6')
  )
}

const TIMEOUT = 5_000
const MOST_BYTES = 65_536

export type GuardedOptions = {
  /** This machine may be asked: for development alone. */
  allowsLoopback: boolean
  signal: AbortSignal
  /** Of everything together, ms. Default 5 000. */
  timeout?: number
  /** Bounds what is under way at once, look-ups of names included. */
  gate: Gate
  /** Of the answer; 64 KiB unless told. */
  mostBytes?: number
  /** What is asked for; JSON unless told. Then 200 alone is an answer. */
  accept?: string
  /** All addresses of a name. Default: `resolveName`. */
  resolve?: (hostname: string) => Promise<readonly string[]>
}

/** The address may not be asked, or what it answered may not be read. The message holds no address. */
export class GuardedRequestError extends Error {
  override name = 'GuardedRequestError'
}

/**
 * Asks the name servers themselves. The system's look-up would hold one of the few threads that files and other look-ups
 * need as well, for as long as a name server is silent. The hosts file is not read: who names a public machine there names
 * it to nobody else.
 *
 * @param servers addresses of name servers; those of the system unless told
 * @throws GuardedRequestError when there is no address
 */
export async function resolveName(hostname: string, servers?: readonly string[]): Promise<string[]> {
  const resolver = new Resolver({ timeout: 1_000, tries: 2 })
  if (servers) resolver.setServers(servers)
  const found = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  if (addresses.length === 0) throw new GuardedRequestError('no address')
  return addresses
}

/** RFC 6761 section 6.3: names under localhost are this machine; not every resolver knows. */
const addressesOf = async (hostname: string, { resolve = resolveName }: GuardedOptions) =>
  isLoopbackName(hostname) ? ['127.0.0.1'] : resolve(hostname)

/**
 * A look-up that gives out addresses only when every one of them may be asked. The connection is made to what it gave
 * out, so a name cannot mean another machine a moment later.
 */
function guardedLookup(options: GuardedOptions): LookupFunction {
  const isAllowed = (address: string) =>
    isPublicAddress(address) || (options.allowsLoopback && isLoopback(address))
  return (hostname, { all }, callback) => {
    addressesOf(hostname, options)
      .then((addresses) => {
        const [first] = addresses
        if (!first || !addresses.every(isAllowed)) throw new GuardedRequestError('not a public address')
        const entries = addresses.map((address) => ({ address, family: isIP(address) }))
        if (all) callback(null, entries)
        else callback(null, first, isIP(first))
      })
      .catch((error: unknown) => callback(error instanceof Error ? error : new Error('no address'), ''))
  }
}

function readAll(incoming: IncomingMessage, mostBytes = MOST_BYTES): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    incoming.on('data', (chunk: Buffer) => {
      length += chunk.length
      chunks.push(chunk)
      if (length > mostBytes) incoming.destroy(new GuardedRequestError('the answer is too long'))
    })
    incoming.once('error', reject)
    incoming.once('close', () => reject(new GuardedRequestError('the answer was cut')))
    incoming.once('end', () => resolve(Buffer.concat(chunks)))
  })
}

/** An address that is a number is not looked up, so it is judged here. */
function judgeLiteral({ protocol, hostname }: URL, { allowsLoopback }: GuardedOptions): void {
  const isLocal = allowsLoopback && isLoopbackName(hostname)
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal))
    throw new GuardedRequestError('not an address to ask')
  const literal = hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) && !isLocal && !isPublicAddress(literal))
    throw new GuardedRequestError('not a public address')
}

/** What is sent: without a body it is a GET. */
type Sent = { url: URL; body?: string }

/** Asks within the time and behind the gate. */
function ask(sent: Sent, options: GuardedOptions): Promise<Buffer> {
  const { timeout: ms = TIMEOUT, signal: caller, gate } = options
  // A look-up cannot be ended: it keeps its place when the caller has left.
  let lookUp: Promise<unknown> = Promise.resolve()
  const resolveNoted = (hostname: string) => {
    const started = (options.resolve ?? resolveName)(hostname)
    lookUp = started.catch(() => undefined)
    return started
  }
  return withDeadline(
    { ms, signal: caller },
    (signal) =>
      new Promise((resolve, reject) => {
        const work = async () => {
          const asked = withDeadline({ signal }, () =>
            send(sent, signal, { ...options, resolve: resolveNoted }),
          )
          await asked.then(resolve, reject)
          await lookUp
        }
        gate.run(signal, work).catch(reject)
      }),
  )
}

/**
 * Posts JSON to an address that somebody else chose: https on the public internet alone, no redirect, nothing of the
 * caller's request, at most 64 KiB of answer within 5 s.
 *
 * @throws GuardedRequestError, GateFullError, and what the network throws
 */
export async function guardedPost(address: string, body: string, options: GuardedOptions): Promise<string> {
  const url = new URL(address)
  judgeLiteral(url, options)
  return (await ask({ url, body }, options)).toString('utf8')
}

/**
 * Gets JSON in the same way.
 *
 * @throws as `guardedPost`
 */
export async function guardedGet(address: string, options: GuardedOptions): Promise<string> {
  const url = new URL(address)
  judgeLiteral(url, options)
  return (await ask({ url }, options)).toString('utf8')
}

/**
 * Gets bytes in the same way.
 *
 * @param options `accept` and `mostBytes` say what is taken
 * @throws as `guardedPost`
 */
export async function guardedGetBytes(
  address: string,
  options: GuardedOptions & { accept: string; mostBytes: number },
): Promise<Buffer> {
  const url = new URL(address)
  judgeLiteral(url, options)
  return ask({ url }, options)
}

function send({ url, body }: Sent, signal: AbortSignal, options: GuardedOptions): Promise<Buffer> {
  const start = url.protocol === 'https:' ? httpsRequest : httpRequest
  const sent = body !== undefined && {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  return new Promise((resolve, reject) => {
    const outgoing = start(url, {
      method: sent ? 'POST' : 'GET',
      headers: { ...sent, accept: options.accept ?? 'application/json', 'user-agent': 'latchkey' },
      agent: false,
      signal,
      lookup: guardedLookup(options),
    })
    let isAnswered = false
    outgoing.once('response', (incoming) => {
      isAnswered = true
      const { statusCode = 0 } = incoming
      // Errors of JSON-RPC may come with 4xx. A redirect leads elsewhere and is not followed.
      if (statusCode === 200 || (options.accept === undefined && statusCode >= 400 && statusCode < 500))
        readAll(incoming, options.mostBytes).then(resolve, reject)
      else {
        incoming.destroy()
        reject(new GuardedRequestError(`status ${statusCode}`))
      }
    })
    // Node takes 101 from the parser and gives no response.
    outgoing.once('upgrade', ({ statusCode }, socket) => {
      socket.destroy()
      reject(new GuardedRequestError(`status ${statusCode}`))
    })
    outgoing.once('error', reject)
    outgoing.once('close', () => {
      if (!isAnswered) reject(new GuardedRequestError('no answer'))
    })
    outgoing.end(body)
  })
}
