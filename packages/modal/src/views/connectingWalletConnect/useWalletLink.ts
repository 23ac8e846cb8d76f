import { type CustomWallet, deepLinkOf, readPlatform, type WalletLink } from '@latchkey/core'
import { useMemo } from 'react'

/** The link that opens a wallet, as soon as there is something to hand over. */
export const useWalletLink = (
  wallet: CustomWallet,
  uri: string | undefined,
  via: 'desktop' | 'web',
): WalletLink | undefined =>
  useMemo(
    () =>
      uri === undefined
        ? undefined
        : deepLinkOf({ listing: wallet, via, uri, platform: readPlatform(window) }),
    [wallet, uri, via],
  )
