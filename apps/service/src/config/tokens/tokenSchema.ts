import { isAddress } from 'viem'
import * as z from 'zod'

/** An EVM address. One that mixes upper and lower case must have its checksum (ERC-55). */
export const address = z.custom<`0x${string}`>(
  (value) => typeof value === 'string' && isAddress(value),
  'write an address: 0x and 40 hex digits',
)

/** What an answer may hold: no markup, no controls, nothing that hides text. A test compares it with the contract. */
const plainText = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(
      /^(?! )[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>]*(?<! )$/u,
      `write at most ${most} characters of plain text`,
    )
/** A picture on a named host. */
const pictureUrl = z
  .string()
  .max(512)
  .regex(/^https:\/\/(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]+\/[!-[\]-~]*$/, 'write an https address of a picture')

/** A token whose balances are told. */
export const tokenSchema = z.strictObject({
  address,
  name: plainText(64),
  symbol: plainText(32),
  /** As the contract says; a token of 0 decimals is left out of balances (spec 5). */
  decimals: z.int().min(0).max(36),
  iconUrl: pictureUrl.optional(),
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

/** Where tokens are swapped on the network itself: Uniswap v3, or contracts of the same form. */
export const swapsSchema = z.strictObject({
  factory: address,
  /** QuoterV2. */
  quoter: address,
  /** SwapRouter02: it is given the allowances. */
  router: address,
  /** The token that stands for the native currency, one for one. */
  wrapped: address,
  /** Tokens that a way of two pools may lead through. */
  through: z.array(address).max(4).default([]),
})
export type Swaps = z.output<typeof swapsSchema>

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
