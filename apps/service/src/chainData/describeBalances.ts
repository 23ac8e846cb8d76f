import type { TokenBalance } from '@latchkey/protocol/http'
import { formatUnits, zeroAddress } from 'viem'
import { type Chain, tokensOf } from '../config/chains.ts'
import { caip2Of } from '../config/namespaces.ts'
import type { Token } from '../config/tokens/tokenSchema.ts'
import type { Amounts } from '../upstreams/balances/readBalances.ts'
import { cleanLabel } from '../upstreams/cleanLabel.ts'
import { dollarsOf, type Prices } from '../upstreams/prices/PriceSource.ts'

/** What answers say of a token, or of the native currency. */
export type Shown = Omit<Token, 'address'> & {
  /** In lower case; the zero address for the native currency. */
  key: string
  /** As it is written; null for the native currency. */
  address: string | null
}

/** An operator's words for a currency may hold what an answer may not. */
const plain = (text: string, most: number): string =>
  cleanLabel(text.replace(/[<>]/g, ''))?.slice(0, most).trim() ?? '?'

/** The native currency, and then the tokens of a network (spec 5: those without decimals are left out). */
export function shownOf(chain: Chain): Shown[] {
  const { name, symbol, decimals } = chain.nativeCurrency
  const native = {
    name: plain(name, 64),
    symbol: plain(symbol, 32),
    decimals,
    address: null,
    key: zeroAddress,
  }
  const tokens = tokensOf(chain).filter((token) => token.decimals > 0)
  return [native, ...tokens.map((token) => ({ ...token, key: token.address.toLowerCase() }))]
}

const CAIP10_NATIVE = new Set([zeroAddress as string, `0x${'e'.repeat(40)}`])

/** What an address stands for on a network; undefined for a token that is not on the list. */
export function findShown(chain: Chain, address: string): Shown | undefined {
  const key = CAIP10_NATIVE.has(address.toLowerCase()) ? zeroAddress : address.toLowerCase()
  return shownOf(chain).find((shown) => shown.key === key)
}

/** US dollars a whole unit; null: not known. */
export function priceOf({ key, decimals }: Shown, prices: Prices): number | null {
  const price = prices.get(key)
  return price ? dollarsOf(price, 10n ** BigInt(decimals)) : null
}

/** What is worth something is said to be worth that; the rest is silent about it. */
function worthOf(shown: Shown, amount: bigint, prices: Prices): { price?: number; value?: number } {
  const ratio = prices.get(shown.key)
  const [price, value] = ratio ? [priceOf(shown, prices), dollarsOf(ratio, amount)] : [null, null]
  return price !== null && value !== null ? { price, value } : {}
}

/**
 * Balances of one network as the contract tells them: the native currency first, then tokens in the order of the list;
 * what the account has nothing of is left out.
 *
 * @param prices those that are known
 */
export function describeBalances(chain: Chain, amounts: Amounts, prices: Prices): TokenBalance[] {
  const chainId = caip2Of(chain)
  return shownOf(chain).flatMap((shown) => {
    const { key, address, name, symbol, decimals, iconUrl } = shown
    const amount = amounts.get(key) ?? 0n
    if (amount <= 0n) return []
    return [
      {
        name,
        symbol,
        chainId,
        ...(address === null ? {} : { address: `${chainId}:${address}` }),
        ...worthOf(shown, amount, prices),
        quantity: { decimals: String(decimals), numeric: formatUnits(amount, decimals) },
        ...(iconUrl === undefined ? {} : { iconUrl }),
      },
    ]
  })
}
