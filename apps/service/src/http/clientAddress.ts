import { isIP } from 'node:net'
import { RateLimitedError } from '@latchkey/protocol/http'
import type { Context } from 'hono'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { keyedHash } from '../crypto/bytes.ts'
import { retryAfterOf } from '../db/counters.ts'

type NodeBindings = { incoming?: { socket?: { remoteAddress?: string } } }

const withoutMapping = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

/**
 * The caller's IP address. Only as many entries of X-Forwarded-For are believed as the operator has proxies, counted
 * from the right, for a caller can write the rest.
 */
export function clientAddress(context: Context, trustedProxies: number): string {
  const bindings = context.env as NodeBindings | undefined
  const peer = bindings?.incoming?.socket?.remoteAddress
  return addressBehindProxies(peer, context.req.header('x-forwarded-for'), trustedProxies)
}

/** The same for a request that is not hono's. */
export function addressBehindProxies(
  remoteAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  const peer = withoutMapping(remoteAddress ?? '127.0.0.1')
  if (trustedProxies === 0) return peer
  const forwarded = (forwardedFor ?? '').split(',').map((part) => part.trim())
  const claimed = withoutMapping(forwarded[forwarded.length - trustedProxies] ?? '')
  return isIP(claimed) ? claimed : peer
}

/** This machine itself. */
export const isLoopback = (address: string): boolean => address === '::1' || /^127\./.test(address)

function expandIpv6(address: string): string[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  return [...left, ...Array<string>(missing).fill('0'), ...right].map((group) =>
    Number.parseInt(group, 16).toString(16),
  )
}

/** What counts as one caller: an IPv4 address, or the /64 that an IPv6 subscriber owns. */
export function addressBlock(address: string): string {
  return isIP(address) === 6 ? `${expandIpv6(address).slice(0, 4).join(':')}::/64` : address
}

/** The /48 that a site or a rented machine may get of IPv6, and change its /64 within; null for IPv4. */
export const addressSite = (address: string): string | null =>
  isIP(address) === 6 ? `${expandIpv6(address).slice(0, 3).join(':')}::/48` : null

/** Calls of different kinds are counted apart. */
export type CountedKind = 'api' | 'rpc' | 'data' | 'image' | 'paymaster' | 'refused'

/** The caller's address block as a keyed hash: addresses are not kept. */
export const addressKeyOf = (service: ServiceContext, address: string): string =>
  keyedHash(service.hashKeys.address, addressBlock(address))

/**
 * Counts calls of one place against a limit a minute.
 *
 * @throws RateLimitedError with `retryAfter` in seconds
 */
export async function limitAddress(
  service: ServiceContext,
  kind: CountedKind,
  address: string,
  amount = 1,
): Promise<void> {
  const limit = service.limits[`${kind}CallsPerMinute`]
  const key = `${kind}:${addressKeyOf(service, address)}`
  const wait = await service.take({ key, limit, window: 60_000 }, amount)
  if (wait) throw new RateLimitedError({ data: { retryAfter: retryAfterOf(wait) } })
}
