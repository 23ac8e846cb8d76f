import { activityOf, fetchTransactions, type Transaction } from '@latchkey/core/activity'
import { transfersOf } from '@latchkey/core/transfer'
import { useAccount, useConfig } from '@latchkey/react'
import { useSlice } from '@latchkey/react/provider'
import { useCallback, useEffect, useRef } from 'react'
import { useOpen } from '../../router/navigate.ts'

/** A transaction that a block has is asked for again after so long, ms, and so often at most. */
const AGAIN_AFTER = 2_000
const AGAIN = 10

export type ShownActivity = {
  /** Newest first; undefined while nobody has told. */
  transactions: readonly Transaction[] | undefined
  /** Of what is not shown: it brought nothing but spam. */
  hidden: number
  hasMore: boolean
  status: 'idle' | 'loading' | 'loadingMore' | 'failed'
  update: () => void
  loadMore: () => void
}

/** What the account has sent and was sent: read when it is looked at, and again when a transfer from here is in a block. */
export function useActivity(): ShownActivity {
  const config = useConfig()
  const open = useOpen()
  const { caipAddress = '' } = useAccount()
  const { byAccount } = useSlice(activityOf(config))
  const activity = byAccount[caipAddress]
  const read = useCallback(
    // What became of it stands in the store.
    (more: boolean) => void fetchTransactions(config, { more }).catch(() => undefined),
    [config],
  )
  const update = useCallback(() => {
    if (caipAddress && document.visibilityState !== 'hidden') read(false)
  }, [read, caipAddress])
  useEffect(() => {
    if (!open) return
    update()
    document.addEventListener('visibilitychange', update)
    return () => document.removeEventListener('visibilitychange', update)
  }, [open, update])
  useFollowSent(caipAddress, activity?.transactions, update)
  return {
    transactions: activity?.transactions,
    hidden: activity?.hidden ?? 0,
    hasMore: typeof activity?.next === 'string',
    status: activity?.status ?? 'loading',
    update,
    loadMore: () => read(true),
  }
}

/** The service reads a block a moment after the network has made it: until it has, it is asked again. */
function useFollowSent(
  caipAddress: string,
  transactions: readonly Transaction[] | undefined,
  update: () => void,
): void {
  const config = useConfig()
  const { transfers } = useSlice(transfersOf(config))
  const mine = transfers.filter((transfer) => transfer.caipAddress === caipAddress).map(({ hash }) => hash)
  const before = useRef<readonly string[]>(mine)
  const awaited = useRef(new Map<string, number>())
  const key = mine.join()
  useEffect(() => {
    const now = key.split(',')
    for (const hash of before.current) if (hash && !now.includes(hash)) awaited.current.set(hash, AGAIN)
    before.current = now
    for (const { metadata } of transactions ?? []) awaited.current.delete(metadata.hash)
    if (awaited.current.size === 0) return
    const timer = setTimeout(() => {
      for (const [hash, left] of awaited.current) {
        if (left > 1) awaited.current.set(hash, left - 1)
        else awaited.current.delete(hash)
      }
      update()
    }, AGAIN_AFTER)
    return () => clearTimeout(timer)
  }, [key, transactions, update])
}
