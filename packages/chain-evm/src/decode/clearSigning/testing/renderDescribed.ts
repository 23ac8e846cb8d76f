import { formatUnits } from 'viem'
import type { Described, DescribedValue } from '../../model.ts'

/** What the surroundings know, as the fixtures of the registry give it. */
export type DataProvider = {
  tokens: Readonly<Record<string, { symbol: string; decimals: number }>>
  native: string
}

function amount(provider: DataProvider, token: string, value: bigint): string {
  const found = provider.tokens[token.toLowerCase()]
  return found ? `${formatUnits(value, found.decimals)} ${found.symbol}` : `${value} of ${token}`
}

const symbolOf = (provider: DataProvider, token: string): string =>
  provider.tokens[token.toLowerCase()]?.symbol ?? token

/** Writes a value in English, in the notation of the registry's fixtures. */
export function renderValue(provider: DataProvider, value: DescribedValue): string {
  switch (value.kind) {
    case 'words':
    case 'number':
    case 'quote':
      return value.text
    case 'boolean':
      return String(value.value)
    case 'bytes':
      return value.hex
    case 'native':
      return `${formatUnits(value.amount, 18)} ${provider.native}`
    case 'tokenAmount':
      return amount(provider, value.token.address, value.amount)
    case 'tokenWords':
      return `${value.words} ${symbolOf(provider, value.token.address)}`
    case 'token':
      return symbolOf(provider, value.token.address)
    case 'item':
      return `${value.collection} #${value.id}`
    case 'date':
      return value.seconds === null
        ? 'no end'
        : new Date(Number(value.seconds) * 1_000).toISOString().replace('T', ' ').replace('.000', '')
    case 'network':
      return value.chainId.toString()
    case 'address':
      return value.name ?? value.address
  }
}

/** Writes a description as the registry's fixtures expect it. */
export const renderDescribed = (provider: DataProvider, described: Described) => ({
  intent: described.intent,
  owner: described.owner,
  fields: described.fields.map(({ label, value }) => ({ label, value: renderValue(provider, value) })),
  ...(described.sentence
    ? {
        interpolatedIntent: described.sentence
          .map((part) => ('text' in part ? part.text : renderValue(provider, part.value)))
          .join(''),
      }
    : {}),
})
