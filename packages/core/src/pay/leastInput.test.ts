import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { leastInput } from './leastInput.ts'

/** A pool of the kind x·y = k: the more one gives, the less one gets for each. */
const poolOf = (reserveIn: bigint, reserveOut: bigint) => (given: bigint) =>
  (reserveOut * given) / (reserveIn + given)

const big = (from: bigint, to: bigint) => fc.bigInt({ min: from, max: to })

it('what it finds gives enough, is no more than there is, and nearly the least', async () => {
  const cases = fc.record({
    ...{ reserveIn: big(10n ** 6n, 10n ** 24n), reserveOut: big(10n ** 6n, 10n ** 24n) },
    ...{ needed: big(1n, 10n ** 24n), most: big(1n, 10n ** 24n), guess: big(-5n, 10n ** 25n) },
  })
  await fc.assert(
    fc.asyncProperty(cases, async ({ reserveIn, reserveOut, needed, most, guess }) => {
      const pool = poolOf(reserveIn, reserveOut)
      const quote = vi.fn(async (fromAmount: bigint) => ({ fromAmount, toAmount: pool(fromAmount) }))
      const found = await leastInput({ needed, most, guess, quote, gives: ({ toAmount }) => toAmount })
      expect(quote.mock.calls.length).toBeLessThanOrEqual(6)
      for (const [asked] of quote.mock.calls) {
        expect(asked).toBeGreaterThan(0n)
        expect(asked).toBeLessThanOrEqual(most)
      }
      if (!found) expect(pool(most)).toBeLessThan(needed)
      if (!found) return
      expect(found.toAmount).toBeGreaterThanOrEqual(needed)
      expect(found.fromAmount).toBeLessThanOrEqual(most)
    }),
    { numRuns: 500 },
  )
})

it('asks for less where a first price gave far too much', async () => {
  const quote = vi.fn(async (fromAmount: bigint) => ({ fromAmount, toAmount: fromAmount * 2n }))
  const found = await leastInput({
    ...{ needed: 1_000n, most: 1_000_000n, guess: 1_000_000n, quote },
    gives: ({ toAmount }) => toAmount,
  })
  expect(found).toEqual({ fromAmount: 500n, toAmount: 1_000n })
  expect(quote).toHaveBeenCalledTimes(2)
})

it('with nothing to give it asks nobody', async () => {
  const quote = vi.fn(async (fromAmount: bigint) => ({ fromAmount }))
  expect(await leastInput({ needed: 1n, most: 0n, guess: 1n, quote, gives: () => 1n })).toBeUndefined()
  expect(quote).not.toHaveBeenCalled()
})
