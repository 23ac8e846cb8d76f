import { askService } from '@latchkey/protocol/client'
import { type ConvertToken, getConvertTokens, getFungiblePrice } from '@latchkey/protocol/http'
import { activeNamespace, activeNetwork } from '../account/accounts.ts'
import { balanceName } from '../assets/fetchTokens.ts'
import { withPicture } from '../assets/withPicture.ts'
import type { Config } from '../interfaces/Config.ts'
import type { Network, TokenBalance } from '../interfaces/Connector.ts'
import { serviceOf } from '../remote/serviceUrl.ts'
import { SwapNetworkError, SwapQuoteError } from './errors.ts'

/** Spec 9: the networks that swaps are offered on before anybody has asked. A service may have more, or fewer. */
export const SWAP_NETWORKS: readonly number[] = [
  1, 10, 56, 100, 137, 250, 324, 8217, 8453, 42161, 43114, 1313161554,
]
/** The native coin among tokens that can be swapped. */
const NATIVE = /:0xe{40}$/i
/** ms */
const TIMEOUT = 10_000
const NOT_SUPPORTED = 4770

/** Whether the active network is one whose wallets can be asked to swap, and whose tokens the service knows. */
export function maySwap(config: Config): boolean {
  const adapter = config.adapters[activeNamespace(config)]
  const isKnown = activeNetwork(config.networks.getState()) !== undefined && adapter?.getTokens === undefined
  return isKnown && adapter?.transfers !== undefined
}

/** Whether swaps are offered on the active network; undefined: the service has to be asked. */
export function canSwap(config: Config): boolean | undefined {
  const network = activeNetwork(config.networks.getState())
  if (!network || !maySwap(config)) return false
  const known = config.runtime.swapTokens?.get(network.caipNetworkId)
  if (known === 'none') return false
  if (known) return true
  return SWAP_NETWORKS.includes(Number(network.id)) ? true : undefined
}

/**
 * What can be swapped on the active network; of each the account is said to have nothing. It is asked for once.
 *
 * @throws SwapNetworkError 'Network not supported for Swaps'; SwapQuoteError when the service does not answer
 */
export async function fetchSwapTokens(
  config: Config,
  signal = config.runtime.signal,
): Promise<readonly TokenBalance[]> {
  const network = activeNetwork(config.networks.getState())
  if (!network || !maySwap(config)) throw new SwapNetworkError()
  config.runtime.swapTokens ??= new Map()
  const { swapTokens } = config.runtime
  const known = swapTokens.get(network.caipNetworkId)
  if (known === 'none') throw new SwapNetworkError()
  if (known) return known
  const answer = await askService(serviceOf(config), getConvertTokens, {
    ...{ query: { chainId: network.caipNetworkId }, ms: TIMEOUT, signal },
  }).catch((cause: unknown) => {
    throw new SwapQuoteError({ cause })
  })
  if (answer.kind === 'refused' && (answer.error?.code === NOT_SUPPORTED || answer.status === 404)) {
    swapTokens.set(network.caipNetworkId, 'none')
    throw new SwapNetworkError()
  }
  if (answer.kind !== 'reply') throw new SwapQuoteError()
  const tokens = listed(answer.reply.tokens, network).map((token) => withPicture(config, token))
  swapTokens.set(network.caipNetworkId, tokens)
  return tokens
}

/** Those of this network that can be divided, each once. */
function listed(tokens: readonly ConvertToken[], { caipNetworkId }: Network): TokenBalance[] {
  const seen = new Set<string>()
  return tokens.flatMap(({ name, symbol, address, decimals, logoUri }) => {
    const id = address.toLowerCase()
    if (!id.startsWith(`${caipNetworkId}:`) || decimals === 0 || seen.has(id)) return []
    seen.add(id)
    const quantity = { decimals: String(decimals), numeric: '0' }
    return {
      ...{ name, symbol, chainId: caipNetworkId, quantity },
      ...(NATIVE.test(address) ? {} : { address }),
      ...(logoUri === undefined ? {} : { iconUrl: logoUri }),
    }
  })
}

/** The tokens with the balances of the account; a token that it does not hold stays as it is listed. */
export function withBalances(
  tokens: readonly TokenBalance[],
  held: readonly TokenBalance[] | undefined,
): readonly TokenBalance[] {
  const key = ({ address }: TokenBalance) => address?.toLowerCase() ?? 'native'
  const known = new Map((held ?? []).map((token) => [key(token), token]))
  return tokens.map((token) => known.get(key(token)) ?? token)
}

/**
 * A token with its price, where the service knows one. It never rejects: a price is worth showing, and not worth
 * waiting for in vain.
 */
export async function withPrice(
  config: Config,
  token: TokenBalance,
  signal: AbortSignal,
): Promise<TokenBalance> {
  if (token.price !== undefined) return token
  const id = token.address ?? balanceName(token.chainId, undefined)
  try {
    const answer = await askService(serviceOf(config), getFungiblePrice, {
      ...{ body: { currency: 'usd', addresses: [id] }, ms: TIMEOUT, signal },
    })
    const [found] = answer.kind === 'reply' ? answer.reply.fungibles : []
    return found ? { ...token, price: found.price } : token
  } catch {
    return token
  }
}
