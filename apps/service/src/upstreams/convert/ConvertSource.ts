import type { Hex } from 'viem'

type Address = `0x${string}`

/** What somebody wants to swap. Tokens by their address in lower case; the native coin stands under the zero address. */
export type Wish = {
  from: Address
  to: Address
  /** Base units of `from`. */
  amount: bigint
  account: Address
  /** Percent that may be lost on the way, in basis points. */
  slippage: number
}

/** What a source gives for it at this moment. */
export type Offer = {
  /** Base units of `to`. */
  toAmount: bigint
  /** Basis points below the price of a small amount; null: not known. */
  impact: number | null
  /** What is kept of it by pools and provider, in hundredths of a basis point; null: not known. */
  fee: number | null
  /** Units of gas; null: not known. */
  gas: bigint | null
}

/** The transaction that swaps, and the least that it gives. */
export type Built = Offer & { minimum: bigint; to: Address; data: Hex; value: bigint }

/** Where swaps of one network are made. */
export type ConvertSource = {
  /** As answers call it. */
  name: string
  /** Who moves the tokens: one contract, known before anybody is asked. */
  spender: Address
  /** null: it has no way. @throws when the source does not answer */
  quote(wish: Wish): Promise<Offer | null>
  /**
   * @param minimum the least that the transaction may give; null: as `slippage` says
   * @returns as `quote`, with a transaction of at least `minimum`, or of less where no more is offered
   */
  build(wish: Wish, minimum: bigint | null): Promise<Built | null>
}

/** The part of an amount that is left after so many basis points. */
export const less = (amount: bigint, points: number): bigint => (amount * BigInt(10_000 - points)) / 10_000n
