import { NamesUnavailableError, PricesUnavailableError } from '@latchkey/protocol/http'
import type { Chain } from '../config/chains.ts'
import { caip2Of } from '../config/namespaces.ts'
import type { Token } from '../config/tokens/tokenSchema.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { type Amounts, type BalanceSource, createChainBalances } from '../upstreams/balances/readBalances.ts'
import { createEnsNames, type Identity, type NameSource } from '../upstreams/names/createEnsNames.ts'
import {
  createLlamaGuard,
  createLlamaPrices,
  type LlamaGuard,
} from '../upstreams/prices/createLlamaPrices.ts'
import { createPoolPrices } from '../upstreams/prices/createPoolPrices.ts'
import { firstKnown, type PriceSource, type Prices } from '../upstreams/prices/PriceSource.ts'
import { type ChainReader, createChainReader } from '../upstreams/reads/createChainReader.ts'
import { createSharedCache } from './createSharedCache.ts'

/** Accounts of one network whose balances are kept at most. */
const MOST_ACCOUNTS = 20_000
const MOST_NAMES = 20_000

/** Where the data of one network comes from. */
type Sources = { balances: BalanceSource; prices: PriceSource; names: NameSource | null }

/** What is known of networks, kept for a while and asked for once at a time. */
export type ChainData = {
  /**
   * @param tokens all that are told of the network
   * @param forced those of them whose kept balances are not good enough, and the native one; null: all are
   * @throws ChainReadError
   */
  amounts(
    chain: Chain,
    account: `0x${string}`,
    tokens: readonly Token[],
    forced: readonly Token[] | null,
  ): Promise<Amounts>
  /** @throws PricesUnavailableError */
  prices(chain: Chain): Promise<Prices>
  /** @throws NamesUnavailableError */
  identity(account: `0x${string}`): Promise<Identity>
}

function openSources(service: ServiceContext, chain: Chain, reader: ChainReader, guard: LlamaGuard): Sources {
  const { config, limits } = service
  const options = { url: config.pricesUrl ?? '', now: config.now, timeout: limits.dataTry }
  return {
    balances: createChainBalances(reader),
    prices: firstKnown([
      config.pricesUrl ? createLlamaPrices(chain, options, guard) : null,
      createPoolPrices(chain, reader),
    ]),
    names: chain.ens ? createEnsNames(reader, chain.ens.registry) : null,
  }
}

/** Opens the sources of every network of the service. Nothing is asked before somebody asks. */
export function createChainData(service: ServiceContext): ChainData {
  const { limits, config, metrics } = service
  const { now } = config
  const guard = createLlamaGuard(now)
  const sources = new Map(
    [...service.chains].map(([caip2, chain]) => [
      caip2,
      openSources(service, chain, createChainReader(chain, limits, now), guard),
    ]),
  )
  const kept = { lifetime: limits.balancesKept, most: MOST_ACCOUNTS, now }
  const amounts = createSharedCache<Amounts>(kept)
  const renewed = createSharedCache<Amounts>({ ...kept, lifetime: 0 })
  const prices = createSharedCache<Prices>(kept)
  const names = createSharedCache<Identity>({ lifetime: limits.namesKept, most: MOST_NAMES, now })
  const namesChain = [...service.chains].find(([, { ens }]) => ens)?.[0]

  const sourcesOf = (chain: string): Sources => {
    const found = sources.get(chain)
    if (!found) throw new Error(`There are no sources for ${chain}.`)
    return found
  }
  async function count<T>(kind: string, chain: string, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work()
      metrics.chainData.inc({ kind, chain, outcome: 'answered' })
      return result
    } catch (error) {
      metrics.chainData.inc({ kind, chain, outcome: 'unavailable' })
      throw error
    }
  }
  const fail = (Failure: typeof NamesUnavailableError) => (cause: unknown) => {
    throw new Failure({ cause })
  }

  return {
    async amounts(chain, account, tokens, forced) {
      const caip2 = caip2Of(chain)
      const key = `${caip2}:${account}`
      const read = (some: readonly Token[]) =>
        count('balances', caip2, () => sourcesOf(caip2).balances.read(account, some))
      const wasKnown = amounts.has(key)
      const known = await amounts.read(key, () => read(tokens))
      // What was read just now is good enough for everybody.
      if (!wasKnown || forced === null) return known
      const names = forced.map(({ address }) => address)
      const fresh = await renewed.read([key, ...names].join(' '), () => read(forced))
      amounts.change(key, (earlier) => new Map([...earlier, ...fresh]))
      return new Map([...known, ...fresh])
    },
    prices(chain) {
      const caip2 = caip2Of(chain)
      return prices
        .read(caip2, () => count('prices', caip2, () => sourcesOf(caip2).prices.read()))
        .catch(fail(PricesUnavailableError))
    },
    async identity(account) {
      const source = namesChain && sourcesOf(namesChain).names
      if (!source) return { name: null, avatar: null }
      return names
        .read(account, () => count('names', namesChain, () => source.read(account)))
        .catch(fail(NamesUnavailableError))
    },
  }
}
