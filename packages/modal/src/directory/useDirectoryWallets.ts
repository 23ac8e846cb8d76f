import { type CustomWallet, readRecentWallets } from '@latchkey/core'
import { useConfig, useSlice } from '@latchkey/react'
import { useEffect, useMemo } from 'react'
import { useOpen } from '../router/useOpen.ts'
import { type Cell, createCell } from './createCell.ts'
import type { WalletListState } from './createWalletList.ts'
import { useDirectoryHolder } from './DirectoryContext.tsx'
import { listedWallets, recommendedWallets } from './recommendedWallets.ts'

export type DirectoryWallets = {
  /** Those that the page names, in its order. */
  featured: readonly CustomWallet[]
  /** Up to 4 more. */
  recommended: readonly CustomWallet[]
  /** Those used last, as far as the directory knows them, newest first. */
  recent: readonly CustomWallet[]
  /** How many wallets the whole list has; undefined while that is not known. */
  count: number | undefined
}

const NOTHING: Cell<Pick<WalletListState, 'wallets' | 'count'>> = createCell({
  wallets: [],
  count: undefined,
})
const NONE: Cell<readonly CustomWallet[]> = createCell([])

/**
 * The directory's part of the first view. It is asked for when the modal is open; until it answers, and when it does
 * not, the lists are empty.
 */
export function useDirectoryWallets(): DirectoryWallets {
  const config = useConfig()
  const holder = useDirectoryHolder()
  const directory = useSlice(holder)
  const open = useOpen()
  const { enableWallets = true, featuredWalletIds = [], customWallets = [] } = config.options
  useEffect(() => {
    if (open && enableWallets) holder.start()
  }, [open, enableWallets, holder])
  const { wallets, count } = useSlice(directory?.all ?? NOTHING)
  const picked = useSlice(directory?.picked ?? NONE)
  const { connectors } = useSlice(config.connectors)
  // biome-ignore lint/correctness/useExhaustiveDependencies: connectors and opening change what is listed elsewhere.
  return useMemo(() => {
    const used = readRecentWallets(config.storage)
    const listed = listedWallets(config, used)
    const known = [...picked, ...wallets]
    return {
      ...recommendedWallets({ first: wallets, picked, featuredIds: featuredWalletIds, listed }),
      recent: used.flatMap(({ id }) => known.find((wallet) => wallet.id === id) ?? []),
      count: count === undefined ? undefined : count + customWallets.length,
    }
  }, [config, wallets, picked, count, connectors, open])
}

/** Wallets of the directory for the first view: those that the page features, then up to 4 more (spec 9). */
export function useRecommendedWallets(): readonly CustomWallet[] {
  const { featured, recommended } = useDirectoryWallets()
  return useMemo(() => [...featured, ...recommended], [featured, recommended])
}

/** How many wallets the whole list has; undefined while that is not known. */
export const useWalletCount = (): number | undefined => useDirectoryWallets().count
