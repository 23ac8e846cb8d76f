/** What an account has sent and was sent, as an entry of its own: it is loaded with the view for it. */
export type { Transaction } from '../interfaces/Activity.ts'
export * from './errors.ts'
export { activityOf, fetchTransactions, isSpam } from './fetchTransactions.ts'
export { groupByMonth, type Month, minedTime } from './groupByMonth.ts'
export { activitySource, hasActivity } from './hasActivity.ts'
export { outcomeOfSent, type SentOutcome } from './outcomeOfSent.ts'
export { type RelativeUnit, relativeTime } from './relativeTime.ts'
