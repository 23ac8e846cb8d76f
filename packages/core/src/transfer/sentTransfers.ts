import { createStore, type StoreApi } from 'zustand/vanilla'
import { outcomeOf } from '../assets/outcomeOf.ts'
import type { Config, SentTransfer, TransactionOutcome } from '../interfaces/Config.ts'
import type { Network } from '../interfaces/Connector.ts'

/** What was sent from this page and is not told yet: on its way, refused by the network, or late. */
export function transfersOf({ runtime }: Config): StoreApi<{ transfers: readonly SentTransfer[] }> {
  runtime.transfers ??= createStore(() => ({ transfers: [] }))
  return runtime.transfers
}

/**
 * Puts a transfer on the list, and tells how it ends: one that a block has is taken off.
 *
 * @param outcome how it ends; what the network says of its hash, unless told
 */
export function followTransfer(
  config: Config,
  network: Network,
  transfer: SentTransfer,
  outcome: Promise<Pick<TransactionOutcome, 'status'>> = outcomeOf(config, network, transfer.hash),
): void {
  const store = transfersOf(config)
  const put = (status?: SentTransfer['status']) =>
    store.setState(({ transfers }) => {
      const others = transfers.filter(({ hash }) => hash !== transfer.hash)
      return { transfers: status ? [{ ...transfer, status }, ...others] : others }
    })
  put('pending')
  outcome.then(
    ({ status }) => put(status === 'reverted' ? 'reverted' : undefined),
    // Nobody knows what became of it: its row leads to the explorer.
    () => put('late'),
  )
}

/** Takes a transfer off the list that somebody has read. */
export const forgetTransfer = (config: Config, hash: string): void =>
  transfersOf(config).setState(({ transfers }) => ({
    transfers: transfers.filter((transfer) => transfer.hash !== hash),
  }))
