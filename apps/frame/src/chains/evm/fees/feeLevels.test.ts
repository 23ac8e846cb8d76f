import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FeeLevel } from '../model/transaction.ts'
import { feeLevels, readFeeHistory, replacementFloor } from './fees.ts'

const gwei = 1_000_000_000n
const wei = fc.bigInt({ min: 0n, max: 10n ** 13n })
const tips = fc.option(fc.tuple(wei, wei, wei), { nil: undefined })
const floor = fc.option(fc.record({ maxFeePerGas: wei, maxPriorityFeePerGas: wei }), { nil: undefined })

describe('the fees that the wallet offers', () => {
  test('take the tips that others paid, with room for the base fee', () => {
    const levels = feeLevels({ baseFee: 10n * gwei, tip: gwei, tips: [gwei / 2n, gwei, 3n * gwei] })
    expect(levels).toEqual({
      slow: { maxFeePerGas: 13n * gwei, maxPriorityFeePerGas: gwei / 2n },
      normal: { maxFeePerGas: 21n * gwei, maxPriorityFeePerGas: gwei },
      fast: { maxFeePerGas: 33n * gwei, maxPriorityFeePerGas: 3n * gwei },
    })
  })

  test('without a history the suggestion is the least', () => {
    const { slow, normal, fast } = feeLevels({ baseFee: gwei, tip: 30n * gwei })
    expect([slow, normal, fast].map(({ maxPriorityFeePerGas }) => maxPriorityFeePerGas / gwei)).toEqual([
      30n,
      30n,
      60n,
    ])
  })

  test('rise from slow to fast, keep the tip under the cap and the tips within bounds', () => {
    fc.assert(
      fc.property(wei, wei, tips, floor, (baseFee, tip, paid, least) => {
        const { slow, normal, fast } = feeLevels({ baseFee, tip, tips: paid }, least)
        const rises = (a: FeeLevel, b: FeeLevel) =>
          a.maxFeePerGas <= b.maxFeePerGas && a.maxPriorityFeePerGas <= b.maxPriorityFeePerGas
        expect(rises(slow, normal) && rises(normal, fast)).toBe(true)
        for (const level of [slow, normal, fast]) {
          expect(level.maxPriorityFeePerGas).toBeLessThanOrEqual(level.maxFeePerGas)
          expect(level.maxFeePerGas).toBeGreaterThanOrEqual(baseFee)
          if (!least) {
            const limit = tip * 10n > 5n * gwei ? tip * 10n : 5n * gwei
            expect(level.maxPriorityFeePerGas).toBeLessThanOrEqual(limit)
          }
        }
      }),
    )
  })

  test('a replacement is a tenth above what it replaces, in both fees, at every speed', () => {
    fc.assert(
      fc.property(wei, wei, tips, wei, wei, (baseFee, tip, paid, maxFeePerGas, maxPriorityFeePerGas) => {
        const old = { maxFeePerGas, maxPriorityFeePerGas }
        for (const level of Object.values(feeLevels({ baseFee, tip, tips: paid }, replacementFloor(old)))) {
          expect(level.maxFeePerGas * 10n).toBeGreaterThanOrEqual(maxFeePerGas * 11n)
          expect(level.maxPriorityFeePerGas * 10n).toBeGreaterThanOrEqual(maxPriorityFeePerGas * 11n)
          expect(level.maxFeePerGas).toBeGreaterThan(maxFeePerGas)
          expect(level.maxPriorityFeePerGas).toBeGreaterThan(maxPriorityFeePerGas)
        }
      }),
    )
  })
})

describe('reading eth_feeHistory', () => {
  const answer = {
    oldestBlock: '0x1',
    baseFeePerGas: ['0x1', '0x1', '0x1', '0x1'],
    gasUsedRatio: [0.5, 0, 1],
    reward: [
      ['0x1', '0x5', '0x9'],
      ['0x0', '0x0', '0x0'],
      ['0x3', '0x6', '0x8'],
    ],
  }

  test('empty blocks do not count', () => expect(readFeeHistory(answer)).toEqual([1n, 5n, 8n]))

  test.each<[string, unknown]>([
    ['nothing', null],
    ['text', 'no'],
    ['only empty blocks', { ...answer, gasUsedRatio: [0, 0, 0] }],
    ['no rewards', { ...answer, reward: undefined }],
    ['two percentiles', { ...answer, reward: [['0x1', '0x2']] }],
    ['negative tips', { ...answer, reward: [['-0x1', '0x2', '0x3']] }],
    ['a ratio beyond 1', { ...answer, gasUsedRatio: [2, 0, 0] }],
    ['more than a node gives', { ...answer, reward: Array(2_000).fill(['0x1', '0x1', '0x1']) }],
  ])('%s tells nothing', (_, value) => expect(readFeeHistory(value)).toBeUndefined())

  test('anything at all is read without throwing', () => {
    fc.assert(fc.property(fc.anything(), (value) => void readFeeHistory(value)))
  })
})
