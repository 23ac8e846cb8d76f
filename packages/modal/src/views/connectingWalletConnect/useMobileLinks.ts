import { type CustomWallet, deepLinksOf, readPlatform, type WalletLink } from '@latchkey/core'
import { useConfig } from '@latchkey/react'
import { useMemo } from 'react'

/** The links that open a wallet's app on this phone, the better one first; undefined until there is a pairing. */
export function useMobileLinks(wallet: CustomWallet, uri: string | undefined): WalletLink[] | undefined {
  const preferUniversal = useConfig().options.preferUniversalLinks !== false
  return useMemo(
    () =>
      uri === undefined
        ? undefined
        : deepLinksOf({ listing: wallet, uri, platform: readPlatform(window), preferUniversal }),
    [wallet, uri, preferUniversal],
  )
}
