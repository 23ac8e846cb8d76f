import type { CustomWallet } from '@latchkey/core'
import { useConfig, useSlice } from '@latchkey/react'
import { useEffect, useMemo, useState } from 'react'
import type { Directory } from '../../directory/createDirectory.ts'
import { preloadImages } from '../../directory/preloadImages.ts'

/** Pictures that are waited for before skeletons give way. */
const AWAITED = 20

export type ShownWallets = {
  wallets: readonly CustomWallet[]
  /** On all pages; undefined while not known. */
  total: number | undefined
  /** Skeletons stand for all of them. */
  isWaiting: boolean
  hasMore: boolean
  error: unknown
  loadMore(): void
  retry(): void
}

/** What the list shows: what was searched, else all wallets; the page's own ones first. */
export function useShownWallets(directory: Directory): ShownWallets {
  const { found, query = '' } = useSlice(directory.search)
  const list = found ?? directory.all
  const { wallets: listed, count, hasMore, isLoading, error } = useSlice(list)
  const own = useOwnWallets(query)
  const wallets = useMemo(() => {
    const ids = new Set(own.map(({ id }) => id))
    return [...own, ...listed.filter(({ id }) => !ids.has(id))]
  }, [own, listed])
  const isReady = useFirstImages(listed)
  const isFirst = listed.length === 0 && (isLoading || (hasMore && error === undefined))
  return {
    wallets,
    total: count === undefined ? undefined : Math.max(count + own.length, wallets.length),
    isWaiting: isFirst || (listed.length > 0 && !isReady),
    hasMore: hasMore && error === undefined,
    error,
    loadMore: list.loadMore,
    retry: list.retry,
  }
}

const NONE: readonly CustomWallet[] = []

function useOwnWallets(query: string): readonly CustomWallet[] {
  const { customWallets = NONE } = useConfig().options
  return useMemo(() => {
    const wanted = query.toLocaleLowerCase()
    return customWallets.filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
  }, [customWallets, query])
}

/** Whether the first pictures have come, or have been waited for long enough. What is at hand is shown at once. */
function useFirstImages(wallets: readonly CustomWallet[]): boolean {
  const [isReady, setReady] = useState(wallets.length > 0)
  useEffect(() => {
    if (isReady || wallets.length === 0) return
    const controller = new AbortController()
    const { signal } = controller
    const urls = wallets.slice(0, AWAITED).flatMap(({ image_url }) => image_url ?? [])
    void preloadImages(urls, { signal }).then(() => signal.aborted || setReady(true))
    return () => controller.abort()
  }, [isReady, wallets])
  return isReady
}
