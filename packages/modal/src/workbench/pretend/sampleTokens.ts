import type { TokenBalance } from '@latchkey/core'

const picture = (hue: number, letter: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" fill="hsl(${hue} 50% 42%)"/><text x="24" y="32" font-size="22" font-family="sans-serif" text-anchor="middle" fill="white">${letter}</text></svg>`,
  )}`

const token = (
  name: string,
  symbol: string,
  numeric: string,
  more: Partial<TokenBalance> & { decimals?: number } = {},
): TokenBalance => {
  const { decimals = 18, ...rest } = more
  return { name, symbol, chainId: 'eip155:1', quantity: { decimals: String(decimals), numeric }, ...rest }
}
const at = (digit: string): string => `eip155:1:0x${digit.repeat(40)}`

/** Without a price, as on a network of one's own. */
export const UNPRICED: readonly TokenBalance[] = [token('Ether', 'ETH', '12.34567')]

/** With a picture and without, with a price and without. */
export const SAMPLE_TOKENS: readonly TokenBalance[] = [
  token('Ether', 'ETH', '1.51234567', { price: 2451.37, iconUrl: picture(230, 'E') }),
  token('Harbour Dollar', 'HUSD', '250.5', {
    decimals: 6,
    price: 1,
    address: at('a'),
    iconUrl: picture(160, 'H'),
  }),
  token('Meadow', 'MDW', '1234567.891', { price: 0.000042, address: at('b') }),
  token('A token whose name is longer than its line', 'LONGSYMBOL', '7', { address: at('c') }),
]

export const MANY_TOKENS: readonly TokenBalance[] = [
  ...SAMPLE_TOKENS,
  ...[...'def01234'].map((digit, index) =>
    token(`Sample ${index + 1}`, `S${index + 1}`, String(index * 3.5), { price: 1.25, address: at(digit) }),
  ),
]
