import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Transaction } from '../interfaces/Activity.ts'
import { groupByMonth } from './groupByMonth.ts'
import { relativeTime } from './relativeTime.ts'

const transactionAt = (time: Date): Transaction => ({
  id: time.toISOString(),
  metadata: {
    operationType: 'send',
    hash: '0x',
    chain: 'eip155:1',
    minedAt: time.toISOString(),
    sentFrom: '0x',
    sentTo: '0x',
    status: 'confirmed',
    nonce: 0,
  },
  transfers: [],
})

describe('groupByMonth', () => {
  it('R4-85 groups by year, then month, newest first', () => {
    const times = [
      [2025, 11, 31, 23],
      [2026, 0, 1, 0],
      [2025, 0, 15, 0],
      [2026, 0, 3, 0],
    ] as const
    const months = groupByMonth(
      times.map(([year, month, day, hour]) => transactionAt(new Date(year, month, day, hour))),
    )
    expect(months.map(({ year, month, transactions }) => [year, month, transactions.length])).toEqual([
      [2026, 0, 2],
      [2025, 11, 1],
      [2025, 0, 1],
    ])
    expect(months[0]?.transactions[0]?.id).toBe(new Date(2026, 0, 3).toISOString())
  })
  it('begins with what waits, whatever the clocks of blocks say', () => {
    const [now, later] = [new Date(2026, 0, 3), new Date(2026, 0, 4)].map(transactionAt)
    if (!now || !later) throw new Error('There are two')
    const waiting = { ...now, metadata: { ...now.metadata, status: 'pending' as const } }
    expect(groupByMonth([later, waiting])[0]?.transactions).toEqual([waiting, later])
  })
  it('keeps what has no time where it is told', () => {
    const [first, second] = [new Date(2026, 0, 3), new Date(2025, 5, 4)].map(transactionAt)
    if (!first || !second) throw new Error('There are two')
    const undated = (id: string, minedAt?: string): Transaction => ({
      ...first,
      id,
      metadata: { ...first.metadata, minedAt },
    })
    const [none, wrong, last] = [undated('none'), undated('wrong', '2026-99-01'), undated('last')]
    const months = groupByMonth([first, none, wrong, second, last])
    expect(months.map(({ year, month, transactions }) => [year, month, transactions])).toEqual([
      [2026, 0, [first, none, wrong]],
      [2025, 5, [second, last]],
    ])
    expect(groupByMonth([none])).toMatchObject([{ year: new Date().getFullYear(), transactions: [none] }])
  })
  it('loses none, and is in order whatever comes', () => {
    const date = fc.date({ min: new Date(2015, 0), max: new Date(2035, 0), noInvalidDate: true })
    fc.assert(
      fc.property(fc.array(date), (times) => {
        const ids = groupByMonth(times.map(transactionAt)).flatMap(({ transactions }) =>
          transactions.map(({ id }) => id),
        )
        expect(ids).toEqual(
          times
            .map((time) => time.toISOString())
            .sort()
            .reverse(),
        )
      }),
    )
  })
})

describe('relativeTime', () => {
  const second = 1_000
  const day = 86_400 * second
  it.each([
    [0, 0, 's'],
    [59 * second, 59, 's'],
    [60 * second, 1, 'min'],
    [3_599 * second, 59, 'min'],
    [3_600 * second, 1, 'hr'],
    [day - 1, 23, 'hr'],
    [day, 1, 'd'],
    [30 * day, 1, 'mo'],
    [364 * day, 12, 'mo'],
    [365 * day, 1, 'yr'],
    [-5 * second, 0, 's'],
  ] as const)('R9-32 %d ms ago is %d %s', (passed, count, unit) => {
    expect(relativeTime(1e12 - passed, 1e12)).toEqual({ count, unit })
  })
})
