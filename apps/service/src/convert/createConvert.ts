import {
  ConvertNetworkError,
  ConvertNotOfferedError,
  ConvertUnavailableError,
  NoRouteError,
} from '@latchkey/protocol/http'
import { encodeFunctionData, erc20Abi } from 'viem'
import { createSharedCache } from '../chainData/createSharedCache.ts'
import type { Chain } from '../config/chains.ts'
import { caip2Of } from '../config/namespaces.ts'
import type { Project } from '../config/projects.ts'
import { offersSwaps } from '../config/ServiceConfig.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import type { Built, ConvertSource, Offer, Wish } from '../upstreams/convert/ConvertSource.ts'
import { createLifiConvert, createLifiGuard } from '../upstreams/convert/createLifiConvert.ts'
import { createUniswapConvert } from '../upstreams/convert/createUniswapConvert.ts'
import { type ChainReader, createChainReader } from '../upstreams/reads/createChainReader.ts'

type Address = `0x${string}`

/** Quotes under way at one time that may share an answer. */
const MOST_QUOTES = 1_000

/** An offer, and whose it is. */
export type Quote = Offer & Pick<ConvertSource, 'name' | 'spender'>

/** What the operator has decided for the pages that ask. */
type Asking = Pick<Project, 'features'>

/** Swaps on all networks of the service. Whom a project leaves out is not asked for it. */
export type Convert = {
  /** Whether anybody swaps on a network. */
  has(chain: Chain): boolean
  /** Whoever swaps on a network for the project. @throws ConvertNetworkError, ConvertNotOfferedError when nobody does */
  requireSources(chain: Chain, project: Asking): readonly ConvertSource[]
  /**
   * Best first; none where nobody has a way.
   *
   * @throws ConvertNetworkError, ConvertNotOfferedError, ConvertUnavailableError when nobody answers
   */
  quotes(chain: Chain, wish: Wish, project: Asking): Promise<Quote[]>
  /** @param provider its name; the project's first where it is not said. @throws ConvertNetworkError, ConvertNotOfferedError */
  source(chain: Chain, provider: string | undefined, project: Asking): ConvertSource
  /** @throws ConvertUnavailableError, NoRouteError */
  build(source: ConvertSource, chain: Chain, wish: Wish, minimum: bigint | null): Promise<Built>
  /** Base units that `spender` may move. @throws ConvertUnavailableError */
  allowance(chain: Chain, asked: { token: Address; account: Address; spender: Address }): Promise<bigint>
  /** Wei a unit of gas. @throws ConvertUnavailableError */
  gasPrice(chain: Chain): Promise<bigint>
}

type Network = { reader: ChainReader; sources: readonly ConvertSource[] }

const keyOf = (chain: Chain, { from, to, amount, account, slippage }: Wish): string =>
  [caip2Of(chain), from, to, amount, account, slippage].join(' ')

const more = (one: Offer, other: Offer): number => (one.toAmount < other.toAmount ? 1 : -1)

const unavailable = (cause: unknown): never => {
  throw new ConvertUnavailableError({ cause })
}

/** Whoever swaps on each network of the service: its own pools first. */
function openNetworks({ chains, config, limits }: ServiceContext): ReadonlyMap<string, Network> {
  const { now, swapsUrl } = config
  const guard = createLifiGuard(now)
  return new Map(
    [...chains].map(([caip2, chain]) => {
      const reader = createChainReader(chain, limits, now)
      const lifi = swapsUrl
        ? createLifiConvert(chain, { url: swapsUrl, timeout: limits.dataTry }, guard)
        : null
      return [
        caip2,
        { reader, sources: [createUniswapConvert(chain, reader, now), lifi].filter((one) => one !== null) },
      ]
    }),
  )
}

/** Opens swaps on each network of the service. Nothing is asked before somebody asks. */
export function createConvert(service: ServiceContext): Convert {
  const { config, limits, metrics } = service
  const { now } = config
  const networks = openNetworks(service)
  const under = { lifetime: 0, most: MOST_QUOTES, now }
  const quoting = createSharedCache<Quote[]>(under)
  const pricing = createSharedCache<bigint>({ ...under, lifetime: limits.gasPriceKept })

  const networkOf = (chain: Chain): Network => {
    const found = networks.get(caip2Of(chain))
    if (!found?.sources.length) throw new ConvertNetworkError()
    return found
  }
  async function count<T>(kind: string, chain: Chain, work: () => Promise<T>): Promise<T> {
    const labels = { kind, chain: caip2Of(chain) }
    try {
      const result = await work()
      metrics.chainData.inc({ ...labels, outcome: 'answered' })
      return result
    } catch (error) {
      metrics.chainData.inc({ ...labels, outcome: 'unavailable' })
      throw error
    }
  }
  function requireSources(chain: Chain, project: Asking): ConvertSource[] {
    const offered = networkOf(chain).sources.filter(({ name }) => offersSwaps(project, name))
    if (offered.length === 0) throw new ConvertNotOfferedError()
    return offered
  }
  async function ask(chain: Chain, wish: Wish, sources: readonly ConvertSource[]): Promise<Quote[]> {
    const answers = await Promise.allSettled(
      sources.map((source) => count(`swaps.${source.name}`, chain, () => source.quote(wish))),
    )
    const [failed] = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    if (failed && answers.every(({ status }) => status === 'rejected')) return unavailable(failed)
    const quotes = sources.flatMap(({ name, spender }, index): Quote[] => {
      const answer = answers[index]
      return answer?.status === 'fulfilled' && answer.value ? [{ ...answer.value, name, spender }] : []
    })
    return quotes.sort(more)
  }

  return {
    has: (chain) => (networks.get(caip2Of(chain))?.sources.length ?? 0) > 0,
    requireSources,
    async quotes(chain, wish, project) {
      const sources = requireSources(chain, project)
      // Pages of projects that ask others share no answer.
      const key = [keyOf(chain, wish), ...sources.map(({ name }) => name)].join(' ')
      return quoting.read(key, () => ask(chain, wish, sources))
    },
    source(chain, provider, project) {
      const offered = requireSources(chain, project)
      const known = networkOf(chain).sources
      const found = provider === undefined ? offered[0] : known.find(({ name }) => name === provider)
      if (!found) throw new ConvertNetworkError()
      if (!offered.includes(found)) throw new ConvertNotOfferedError()
      return found
    },
    async build(source, chain, wish, minimum) {
      const built = await count(`swaps.${source.name}`, chain, () => source.build(wish, minimum)).catch(
        unavailable,
      )
      if (!built) throw new NoRouteError()
      return built
    },
    async allowance(chain, { token, account, spender }) {
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: [account, spender] })
      const { reader } = networkOf(chain)
      const [answer] = await reader.read(({ call }) => call([{ to: token, data }])).catch(unavailable)
      return answer && /^0x[0-9a-fA-F]{64}$/.test(answer) ? BigInt(answer) : 0n
    },
    gasPrice(chain) {
      const { reader } = networkOf(chain)
      return pricing
        .read(caip2Of(chain), () => reader.read((network) => network.gasPrice()))
        .catch(unavailable)
    },
  }
}
