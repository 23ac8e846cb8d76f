import type { Transaction } from '../interfaces/Activity.ts'

export type Month = {
  year: number
  /** 0 is January. */
  month: number
  transactions: readonly Transaction[]
}

const isWaiting = ({ metadata }: Transaction): number => Number(metadata.status === 'pending')

/** When a transaction was mined, ms since the epoch; NaN where nobody has told. */
export const minedTime = ({ metadata }: Transaction): number => Date.parse(metadata.minedAt ?? '')

/** The times of a list that begins with the newest: one without a time keeps its place, beside the one before it. */
function timesOf(transactions: readonly Transaction[]): ReadonlyMap<Transaction, number> {
  let last = Date.now()
  return new Map(
    transactions.map((transaction) => {
      const time = minedTime(transaction)
      if (!Number.isNaN(time)) last = time
      return [transaction, last]
    }),
  )
}

/**
 * Transactions by year, then by month of the reader's calendar, those that wait and then the newest first (spec 4).
 *
 * @example
 * groupByMonth(transactions)[0] // { year: 2026, month: 10, transactions: […] }
 */
export function groupByMonth(transactions: readonly Transaction[]): Month[] {
  const times = timesOf(transactions)
  const timeOf = (transaction: Transaction) => times.get(transaction) ?? 0
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
