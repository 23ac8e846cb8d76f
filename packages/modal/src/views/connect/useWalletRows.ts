import { readRecentWallets } from '@latchkey/core'
import { useConfig, useSlice } from '@latchkey/react'
import { useMemo } from 'react'
import { useDirectoryWallets } from '../../directory/useDirectoryWallets.ts'
import { useMobile } from '../../parts/useMobile.ts'
import { type WalletRow, walletRows } from './walletRows.ts'

export type WalletRows = {
  rows: readonly WalletRow[]
  /** How many the whole list has, if a way to it is offered; 0 while that is not known. */
  all: number | undefined
}

/** The wallets that this page offers now. */
export function useWalletRows(): WalletRows {
  const config = useConfig()
  const { connectors } = useSlice(config.connectors)
  const { featured, recommended, recent, count } = useDirectoryWallets()
  const isMobile = useMobile()
  const { enableWallets = true, allWallets = 'SHOW', ...options } = config.options
  const canPair = options.manualWCControl === true || connectors.some(({ type }) => type === 'WALLET_CONNECT')
  const rows = useMemo(
    () =>
      enableWallets
        ? walletRows({
            connectors,
            order: options.connectorTypeOrder ?? [],
            recent: readRecentWallets(config.storage),
            canPair,
            custom: options.customWallets ?? [],
            featured,
            recommended,
            known: recent,
          })
        : [],
    [
      config,
      enableWallets,
      connectors,
      canPair,
      featured,
      recommended,
      recent,
      options.connectorTypeOrder,
      options.customWallets,
    ],
  )
  const hasAll = canPair && (allWallets === 'SHOW' || (allWallets === 'ONLY_MOBILE' && isMobile))
  return { rows, all: enableWallets && hasAll ? (count ?? 0) : undefined }
}
