import { RateLimitedError } from '@latchkey/protocol/http'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { keyedHash } from '../crypto/bytes.ts'
import { retryAfterOf } from '../db/counters.ts'
import { addressBlock } from './clientAddress.ts'

/** Calls of different kinds are counted apart. */
export type CountedKind = 'api' | 'rpc' | 'image' | 'paymaster' | 'refused'

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
