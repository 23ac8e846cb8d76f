import type { CustomWallet } from '@latchkey/core'
import { useMemo } from 'react'
import { type LinkPlace, type WalletLink, walletLink } from './walletLink.ts'

/** The link that opens a wallet, as soon as there is something to hand over. */
export const useWalletLink = (
  wallet: CustomWallet,
  uri: string | undefined,
  place: LinkPlace,
): WalletLink | undefined =>
  useMemo(() => (uri === undefined ? undefined : walletLink(wallet, uri, place)), [wallet, uri, place])
