import type { L1Fee } from '@latchkey/chain-evm/decode/types'

/** What an OP-Stack network takes besides gas; `unknown`: it takes some, and did not say how much. */
export type KnownL1Fee = L1Fee | 'unknown'

/**
 * How many times today's price for storing can be paid. Nothing in a transaction bounds it. The price of Ethereum's
 * blocks rises by an eighth a block at most (EIP-1559, EIP-4844): five full ones in a row, a minute, and a few bytes by
 * which the compressed size is wrong.
 */
const room = 2n

/** Adds what an OP-Stack network takes besides gas to what the gas costs. undefined: the network takes no such thing. */
export function withL1Part({ expected, most }: Fee, l1: KnownL1Fee | undefined): Fee {
  if (l1 === undefined) return { expected, most }
  if (l1 === 'unknown') return { expected, most, storing: 'unknown' }
  const { storing, operator } = l1
  return { expected: expected + storing + operator, most: most + storing * room + operator, storing }
}

/** wei; what the account must have for the network to take the transaction now, besides what it sends. */
export const neededFor = ({ most, storing }: Fee): bigint =>
  typeof storing === 'bigint' ? most - storing * (room - 1n) : most

const both = (a: Fee['storing'], b: Fee['storing']): Fee['storing'] => {
  if (a === 'unknown' || b === 'unknown') return 'unknown'
  return a === undefined && b === undefined ? undefined : (a ?? 0n) + (b ?? 0n)
}

/** What several transactions cost together. */
export function sumOfFees(fees: readonly Fee[]): Fee {
  return fees.reduce(
    (all, fee) => {
      const storing = both(all.storing, fee.storing)
      const expected = all.expected + fee.expected
      return { expected, most: all.most + fee.most, ...(storing === undefined ? {} : { storing }) }
    },
    { expected: 0n, most: 0n },
  )
}

/**
 * What goes on standing on the screen, though it was asked anew: what was shown, until it could cost more than was said.
 * A price that moves a little must not make anybody approve twice.
 */
export function keptL1Fee(
  shown: KnownL1Fee | undefined,
  now: KnownL1Fee | undefined,
): KnownL1Fee | undefined {
  if (shown === undefined || shown === 'unknown' || now === undefined || now === 'unknown') return shown
  const nothing = { expected: 0n, most: 0n }
  return withL1Part(nothing, now).expected > withL1Part(nothing, shown).most ? now : shown
}

export type Fee = {
  /** wei; what it will cost if nothing moves */
  expected: bigint
  /** wei; what it can cost */
  most: bigint
  /**
   * wei; what storing it on Ethereum costs today, which is in both numbers. `unknown`: it is in neither of them. Left out
   * where the network takes nothing for it.
   */
  storing?: bigint | 'unknown'
}
