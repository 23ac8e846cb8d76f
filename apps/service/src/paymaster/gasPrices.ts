import { getGasPrice } from 'viem/actions'
import type { ChainClients } from '../upstreams/rpc/chainClients.ts'

/** A bound on fees may be this old, ms. */
const LIFETIME = 5_000

export type GasPrices = (caip2: string) => Promise<bigint>

/**
 * What a network asks for gas now, wei. Many questions at once are one.
 *
 * @param now milliseconds of a clock that only runs forward
 */
export function createGasPrices(clients: ChainClients, now: () => number): GasPrices {
  // Known networks alone, so that it cannot grow.
  const known = new Map<string, { price: Promise<bigint>; until: number }>()
  return async (caip2) => {
    const client = clients(caip2)
    if (!client) throw new Error('An unknown network has no fees.')
    const entry = known.get(caip2)
    if (entry && entry.until > now()) return entry.price
    const fresh = { price: getGasPrice(client), until: now() + LIFETIME }
    known.set(caip2, fresh)
    fresh.price.catch(() => {
      if (known.get(caip2) === fresh) known.delete(caip2)
    })
    return fresh.price
  }
}
