/** What an amount gives. */
export type Priced = { fromAmount: bigint }

/** How often a price is asked for at most. */
const ROUNDS = 6
/** More than this above what is needed is asked for once more with less, in basis points. */
const CLOSE = 50n
/** What is added where a price gave too little, in basis points: the next one may be a little worse. */
const MORE = 10n

const divideUp = (amount: bigint, by: bigint): bigint => (amount + by - 1n) / by
const clamp = (amount: bigint, most: bigint): bigint => (amount < 1n ? 1n : amount > most ? most : amount)

/**
 * Finds a quote whose input gives just what is needed: quotes are asked for by their input, not by their output. Larger
 * inputs give less for each unit, so an amount that is cut in proportion still gives enough.
 *
 * @param parameters `needed` and `gives`: base units that one gets; `most` and `guess`: base units that are given; `quote`
 *   asks for the price of an amount
 * @returns undefined where all that may be given is not enough
 * @throws what `quote` throws
 * @example
 * await leastInput({ needed: 100n, most: 1_000n, guess: 220n, quote: ask, gives: ({ toAmount }) => toAmount })
 */
export async function leastInput<Quote extends Priced>({
  needed,
  most,
  guess,
  quote,
  gives,
}: {
  needed: bigint
  most: bigint
  guess: bigint
  quote: (units: bigint) => Promise<Quote>
  gives: (quote: Quote) => bigint
}): Promise<Quote | undefined> {
  if (most < 1n) return undefined
  let best: Quote | undefined
  let amount = clamp(guess, most)
  for (let round = 0; round < ROUNDS; round += 1) {
    const answer = await quote(amount)
    const got = gives(answer)
    if (got >= needed) {
      if (!best || answer.fromAmount < best.fromAmount) best = answer
      const less = divideUp(amount * needed, got)
      if (less >= amount || (amount - less) * 10_000n <= amount * CLOSE) return best
      amount = clamp(less, most)
    } else {
      if (best) return best
      if (amount === most) return undefined
      const more = got > 0n ? divideUp(amount * needed * (10_000n + MORE), got * 10_000n) : most
      // The last one asks for all that there is: whether it is enough must be known.
      amount = round === ROUNDS - 2 ? most : clamp(more > amount ? more : amount + 1n, most)
    }
  }
  return best
}
