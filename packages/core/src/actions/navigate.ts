import type { Config } from '../createConfig.ts'
import {
  pushed,
  type RouterEntry,
  replaced,
  restarted,
  steppedBack,
  type TransactionEntry,
} from '../slices/router.ts'
import { close } from './close.ts'

/** Shows a view on top of the current one. */
export const push = (config: Config, entry: RouterEntry): void =>
  config.router.setState((state) => pushed(state, entry), true)

/** Shows a view in place of the current one. */
export const replace = (config: Config, entry: RouterEntry): void =>
  config.router.setState((state) => replaced(state, entry), true)

/** Shows a view as the only one. */
export const reset = (config: Config, entry: RouterEntry): void =>
  config.router.setState((state) => restarted(state, entry), true)

/** One view back; from the first view it closes the modal (spec 2). */
export function goBack(config: Config): void {
  const next = steppedBack(config.router.getState())
  if (next) config.router.setState(next, true)
  else close(config)
}

/** Remembers what to do when the transaction that a view started ends (spec 4, transaction stack). */
export const pushTransaction = (config: Config, entry: TransactionEntry): void =>
  config.router.setState((state) => ({ transactions: [...state.transactions, entry] }))

/** Ends the newest transaction: on success its callback runs; on error or cancel the view goes back too. */
export function popTransaction(config: Config, outcome: 'success' | 'error' | 'cancel'): void {
  const { transactions } = config.router.getState()
  const entry = transactions.at(-1)
  if (!entry) return
  config.router.setState({ transactions: transactions.slice(0, -1) })
  if (outcome === 'success') entry.onSuccess?.()
  else {
    goBack(config)
    if (outcome === 'error') entry.onError?.()
    else entry.onCancel?.()
  }
}
