import { formatUnits } from 'viem'

/** An exact quotient of whole numbers. */
export type Ratio = { numerator: bigint; denominator: bigint }

/** US dollars a base unit, by a token's address in lower case; the native currency stands under the zero address. */
export type Prices = ReadonlyMap<string, Ratio>

/** Where the prices of one network come from. */
export type PriceSource = {
  /** What is not known is left out. @throws when the source does not answer */
  read(): Promise<Prices>
}

const SCALE = 24
/** Dollars; a higher worth counts as a wrong price. */
const MOST = 1e15

/**
 * The worth of an amount in dollars, as a number; null for a negative or absurd price.
 *
 * @param amount in base units
 * @example
 * dollarsOf({ numerator: 1n, denominator: 10n ** 6n }, 2_500_000n) // 2.5
 */
export function dollarsOf({ numerator, denominator }: Ratio, amount: bigint): number | null {
  if (denominator <= 0n || numerator < 0n) return null
  const dollars = Number(formatUnits((amount * numerator * 10n ** BigInt(SCALE)) / denominator, SCALE))
  return dollars <= MOST ? dollars : null
}

/**
 * Merges sources: an earlier one wins. Rejects when all of them fail; without sources the prices are empty.
 */
export function firstKnown(sources: readonly (PriceSource | null)[]): PriceSource {
  return {
    async read() {
      const answers = await Promise.allSettled(sources.flatMap((source) => source?.read() ?? []))
      const known = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
      const failed = answers.find((answer) => answer.status === 'rejected')
      if (known.length === 0 && failed) throw failed.reason
      return new Map(known.toReversed().flatMap((prices) => [...prices]))
    },
  }
}
