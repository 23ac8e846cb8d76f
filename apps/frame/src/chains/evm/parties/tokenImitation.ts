import { sameAddress } from '@latchkey/chain-evm/decode'
import type { KnownToken } from './knownParties.ts'

/** Letters of other scripts that look like Latin ones; a token's symbol has no use for them. */
const twins: Readonly<Record<string, string>> = Object.fromEntries(
  'АA ВB СC ЕE НH ІI ЈJ КK МM ОO РP ЅS ТT ХX ҮY аa сc еe іi јj оo рp ѕs хx уy ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX οo νv ₮T Ðd'
    .split(' ')
    .map((pair) => [...pair]),
)

/** What a symbol looks like at a glance. */
const glance = (symbol: string): string =>
  [...symbol.normalize('NFKC')]
    .map((letter) => twins[letter] ?? letter)
    .join('')
    .toUpperCase()
    .replaceAll('0', 'O')
    .replaceAll('1', 'I')
    .replaceAll('5', 'S')

export type SymbolFacts = {
  address: string
  /** As it is shown. */
  symbol: string
  chainId: number
  /** The symbol of the network's own currency. */
  native: string
  /** Tokens that the account used before. */
  known: readonly KnownToken[]
}

/**
 * What a token passes itself off as: the network's own currency, or a token of the same looks that the account used at
 * another address. `letters`: its symbol is written in letters that look like others.
 *
 * @example
 * tokenImitation({ address, symbol: 'ЕTH', chainId: 1, native: 'ETH', known: [] }) // 'native'
 */
export function tokenImitation(token: SymbolFacts): 'native' | 'known' | 'letters' | null {
  const { symbol, address, chainId, native, known } = token
  if (symbol === '') return null
  const looks = glance(symbol)
  if (looks === glance(native)) return 'native'
  const same = known.filter((one) => one.chainId === chainId)
  if (same.some((one) => sameAddress(one.address, address))) return null
  if (same.some((one) => glance(one.symbol) === looks)) return 'known'
  return [...symbol].some((letter) => letter in twins && letter !== '₮') ? 'letters' : null
}
