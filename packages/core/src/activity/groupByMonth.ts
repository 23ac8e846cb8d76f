import type { Transaction } from '../interfaces/Activity.ts'

export type Month = {
  year: number
  /** 0 is January. */
  month: number
  transactions: readonly Transaction[]
}

const isWaiting = ({ metadata }: Transaction): number => Number(metadata.status === 'pending')
const timeOf = ({ metadata }: Transaction): number => Date.parse(metadata.minedAt)

/**
 * Transactions by year, then by month of the reader's calendar, those that wait and then the newest first (spec 4).
 *
 * @example
 * groupByMonth(transactions)[0] // { year: 2026, month: 10, transactions: […] }
 */
export function groupByMonth(transactions: readonly Transaction[]): Month[] {
  const months = new Map<string, { year: number; month: number; transactions: Transaction[] }>()
  const sorted = transactions.toSorted(
    // Clocks of blocks may go before that of the reader.
    (one, other) => isWaiting(other) - isWaiting(one) || timeOf(other) - timeOf(one),
  )
  for (const transaction of sorted) {
    const time = new Date(timeOf(transaction))
    const [year, month] = [time.getFullYear(), time.getMonth()]
    const group = months.get(`${year}-${month}`) ?? { year, month, transactions: [] }
    group.transactions.push(transaction)
    months.set(`${year}-${month}`, group)
  }
  return [...months.values()]
}
