import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Fee, KnownL1Fee } from '../model/transaction.ts'
import { keptL1Fee, neededFor, sumOfFees, withL1Part } from './fees.ts'

const wei = fc.bigInt({ min: 0n, max: 10n ** 20n })
const known = fc.record({ storing: wei, operator: wei })
const gas = fc.tuple(wei, wei).map(([a, b]): Fee => ({ expected: a, most: a + b }))
const any = fc.option(fc.oneof(fc.constant('unknown' as const), known), { nil: undefined })

describe('what is taken besides gas', () => {
  test('is in what is expected once, and in the most twice, but for the operator’s part', () => {
    const fee = withL1Part({ expected: 100n, most: 200n }, { storing: 30n, operator: 5n })
    expect(fee).toEqual({ expected: 135n, most: 265n, storing: 30n })
    expect(neededFor(fee)).toBe(235n)
  })

  test('is nothing on other networks', () => {
    const fee = withL1Part({ expected: 100n, most: 200n }, undefined)
    expect(fee).toEqual({ expected: 100n, most: 200n })
    expect(neededFor(fee)).toBe(200n)
  })

  test('is said to be unknown, and is in no number then', () => {
    const fee = withL1Part({ expected: 100n, most: 200n }, 'unknown')
    expect(fee).toEqual({ expected: 100n, most: 200n, storing: 'unknown' })
    expect(neededFor(fee)).toBe(200n)
  })

  test('never makes a fee smaller; what is needed now is within the most', () => {
    fc.assert(
      fc.property(gas, any, (fee, l1) => {
        const all = withL1Part(fee, l1)
        expect(all.expected).toBeGreaterThanOrEqual(fee.expected)
        expect(all.most).toBeGreaterThanOrEqual(all.expected)
        expect(neededFor(all)).toBeGreaterThanOrEqual(fee.most)
        expect(neededFor(all)).toBeLessThanOrEqual(all.most)
      }),
    )
  })

  test('the most holds for five full blocks of Ethereum in a row, and a byte in 32 more', () => {
    fc.assert(
      fc.property(gas, known, (fee, { storing, operator }) => {
        const dearer = (storing * 9n ** 5n * 33n) / (8n ** 5n * 32n)
        expect(withL1Part(fee, { storing, operator }).most).toBeGreaterThanOrEqual(
          fee.most + dearer + operator,
        )
      }),
    )
  })
})

describe('several transactions', () => {
  test('cost what each costs', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(gas, fc.option(known, { nil: undefined })), { maxLength: 8 }), (list) => {
        const fees = list.map(([fee, l1]) => withL1Part(fee, l1))
        const sum = sumOfFees(fees)
        const total = (of: (fee: Fee) => bigint) => fees.reduce((all, fee) => all + of(fee), 0n)
        expect(sum.expected).toBe(total(({ expected }) => expected))
        expect(sum.most).toBe(total(({ most }) => most))
        expect(neededFor(sum)).toBe(total(neededFor))
      }),
    )
  })

  test('of which one does not say cost an unknown amount', () => {
    const one = withL1Part({ expected: 1n, most: 2n }, { storing: 3n, operator: 0n })
    const other = withL1Part({ expected: 1n, most: 2n }, 'unknown')
    expect(sumOfFees([one, other, one]).storing).toBe('unknown')
    expect(sumOfFees([]).storing).toBeUndefined()
  })
})

describe('asked anew, the screen stays', () => {
  const shown: KnownL1Fee = { storing: 100n, operator: 10n }
  test.each<[string, KnownL1Fee | undefined]>([
    ['when nothing moved', shown],
    ['when it is less', { storing: 1n, operator: 0n }],
    ['while the most that was said is enough', { storing: 200n, operator: 10n }],
    ['when there is no answer', 'unknown'],
    ['when nothing was asked', undefined],
  ])('%s', (_, now) => expect(keptL1Fee(shown, now)).toBe(shown))

  test('no longer once it can cost more than was said', () => {
    const now = { storing: 201n, operator: 10n }
    expect(keptL1Fee(shown, now)).toBe(now)
  })

  test('when it said that it does not know', () => {
    expect(keptL1Fee('unknown', shown)).toBe('unknown')
    expect(keptL1Fee(undefined, shown)).toBeUndefined()
  })
})
