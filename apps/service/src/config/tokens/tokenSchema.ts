import { tokenBalance } from '@latchkey/protocol/http'
import { isAddress } from 'viem'
import * as z from 'zod'

/** An EVM address. One that mixes upper and lower case must have its checksum (ERC-55). */
export const address = z.custom<`0x${string}`>(
  (value) => typeof value === 'string' && isAddress(value),
  'write an address: 0x and 40 hex digits',
)

/** What is written here reaches browsers, so that the contract of the answer decides what may stand here. */
const shown = (field: 'name' | 'symbol' | 'iconUrl', sentence: string) =>
  z
    .string()
    .min(1)
    .refine((text) => tokenBalance.shape[field].safeParse(text).success, sentence)

/** A token whose balances are told. */
export const tokenSchema = z.strictObject({
  address,
  name: shown('name', 'write at most 64 characters of plain text'),
  symbol: shown('symbol', 'write at most 32 characters of plain text'),
  /** As the contract says; a token of 0 decimals is left out of balances (spec 5). */
  decimals: z.int().min(0).max(36),
  iconUrl: shown('iconUrl', 'write an https address of a picture').optional(),
})
export type Token = z.output<typeof tokenSchema>

/** Where prices are read on the network itself. */
export const pricesSchema = z.strictObject({
  /** Tokens that count as one US dollar a whole unit: what all other prices are told in. */
  dollars: z.array(address).min(1).max(8),
  /** The token that stands for the native currency, one for one, in pools. */
  wrapped: address.optional(),
  /** Uniswap v3 pools, or those of the same form. Of two pools of one token the first has the word. */
  pools: z
    .array(z.strictObject({ address, tokens: z.tuple([address, address]) }))
    .max(64)
    .default([]),
})
export type Prices = z.output<typeof pricesSchema>

export const sameToken = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The operator's word goes before the list that ships: a token of the same address is replaced. */
export const mergeTokens = (own: readonly Token[], known: readonly Token[]): Token[] => [
  ...own,
  ...known.filter((token) => !own.some(({ address }) => sameToken(address, token.address))),
]

/** Entries of one list that name the same contract twice. */
export function repeatedAddress(tokens: readonly Pick<Token, 'address'>[]): number {
  return tokens.findIndex((token, index) =>
    tokens.slice(0, index).some(({ address }) => sameToken(address, token.address)),
  )
}
