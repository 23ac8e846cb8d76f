import { startDeadline } from '@latchkey/std/deadline'
import { zeroAddress } from 'viem'
import * as z from 'zod'
import { type Chain, tokensOf } from '../../config/chains.ts'
import { isLoopbackName } from '../../config/originPattern.ts'
import { createBreaker } from '../createBreaker.ts'
import { createGate } from '../createGate.ts'
import { guardedGet } from '../guardedRequest.ts'
import type { PriceSource, Ratio } from './PriceSource.ts'

/** DefiLlama's names of networks. */
const SLUGS: Readonly<Record<number, string>> = {
  1: 'ethereum',
  10: 'optimism',
  56: 'bsc',
  100: 'xdai',
  137: 'polygon',
  8453: 'base',
  42161: 'arbitrum',
  43114: 'avax',
  59144: 'linea',
  534352: 'scroll',
}

/** Ids in one request: its address stays below 4 KiB, its answer below 64 KiB. */
const MOST_IDS = 50
/** What is older is not told, ms. */
const OLDEST = 3_600_000
const LEAST_CONFIDENCE = 0.5
const PRICE_DECIMALS = 18

const answer = z.object({ coins: z.record(z.string(), z.unknown()) })
/** https://api-docs.defillama.com, `GET /prices/current/{coins}`. */
const coin = z.object({
  price: z.number().gt(0).lt(1e12),
  /** Seconds since the epoch. */
  timestamp: z.number().gte(0),
  confidence: z.number().gte(0).lte(1).optional(),
})

/** The source does not answer in the form that is read. */
export class PriceAnswerError extends Error {
  override name = 'PriceAnswerError'
}

export type LlamaOptions = {
  /** Of the service, without `/prices`; https, or this machine. */
  url: string
  now: () => number
  /** ms */
  timeout: number
}

/** @param price of a whole unit */
function ratioOf(price: number, decimals: number): Ratio {
  const [whole = '', part = ''] = price.toFixed(PRICE_DECIMALS).split('.')
  return { numerator: BigInt(whole + part), denominator: 10n ** BigInt(PRICE_DECIMALS + decimals) }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new PriceAnswerError('The answer is no JSON.')
  }
}

/** Dollars a whole unit by DefiLlama's ids, in one request. Of each price its age and its confidence are looked at. */
async function askLlama(
  ids: readonly string[],
  { url, now, timeout }: LlamaOptions,
  { gate }: Pick<LlamaGuard, 'gate'>,
): Promise<ReadonlyMap<string, number>> {
  const limit = startDeadline(timeout)
  const text = await guardedGet(`${url}/prices/current/${ids.join(',')}`, {
    allowsLoopback: isLoopbackName(new URL(url).hostname),
    signal: limit.signal,
    ...{ timeout, gate },
  }).finally(limit.clear)
  const parsed = answer.safeParse(readJson(text))
  if (!parsed.success) throw new PriceAnswerError('The answer holds no prices.')
  const coins = new Map(Object.entries(parsed.data.coins).map(([id, told]) => [id.toLowerCase(), told]))
  return new Map(
    ids.flatMap((id): [string, number][] => {
      const told = coin.safeParse(coins.get(id))
      if (!told.success) return []
      const { price, timestamp, confidence = 1 } = told.data
      const isGood = confidence >= LEAST_CONFIDENCE && Math.abs(now() - timestamp * 1_000) <= OLDEST
      return isGood ? [[id, price]] : []
    }),
  )
}

/**
 * Prices of DefiLlama, or of a service of the same form; what is neither young nor sure is left out.
 *
 * @param shared one a process: a silent service is spared for all networks
 * @returns null for a network that DefiLlama is not known to have
 */
export function createLlamaPrices(
  chain: Chain,
  options: LlamaOptions,
  shared: LlamaGuard,
): PriceSource | null {
  const slug = SLUGS[chain.id]
  if (!slug) return null
  const listed = [
    { address: zeroAddress as string, decimals: chain.nativeCurrency.decimals },
    ...tokensOf(chain).map(({ address, decimals }) => ({ address: address.toLowerCase(), decimals })),
  ]
  const idOf = (address: string) => `${slug}:${address}`

  async function ask(tokens: typeof listed): Promise<[string, Ratio][]> {
    const told = await askLlama(
      tokens.map(({ address }) => idOf(address)),
      options,
      shared,
    )
    return tokens.flatMap(({ address, decimals }): [string, Ratio][] => {
      const price = told.get(idOf(address))
      return price === undefined ? [] : [[address, ratioOf(price, decimals)]]
    })
  }

  return {
    async read() {
      const parts = Array.from({ length: Math.ceil(listed.length / MOST_IDS) }, (_, index) =>
        listed.slice(index * MOST_IDS, (index + 1) * MOST_IDS),
      )
      return shared.breaker.run(async () => new Map((await Promise.all(parts.map(ask))).flat()))
    },
  }
}

/**
 * The price of one coin that stands for a network of its own, such as `coingecko:bitcoin`.
 *
 * @returns reads US dollars a whole unit; null where none is young and sure. It rejects when the service does not answer
 */
export const createLlamaCoin =
  (id: string, options: LlamaOptions, shared: LlamaGuard): (() => Promise<number | null>) =>
  async () =>
    (await shared.breaker.run(() => askLlama([id], options, shared))).get(id) ?? null

/** What bounds the requests of all networks together. */
export type LlamaGuard = ReturnType<typeof createLlamaGuard>
export const createLlamaGuard = (now: () => number) => ({
  gate: createGate({ atOnce: 8, waiting: 64, patience: 3_000 }),
  breaker: createBreaker({ failures: 3, rest: 30_000, now }),
})
