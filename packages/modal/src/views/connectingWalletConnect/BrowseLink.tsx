import { activeNamespace, browseLinkOf, type CustomWallet, readPlatform } from '@latchkey/core'
import { useConfig } from '@latchkey/react'
import type { ReactElement } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'

/** Opens this page in the wallet's own browser, for the wallets that have one. */
export function BrowseLink({ wallet }: { wallet: CustomWallet }): ReactElement | null {
  const config = useConfig()
  const say = useSay()
  const link = browseLinkOf({
    listing: wallet,
    namespace: activeNamespace(config),
    pageUrl: window.location.href,
    platform: readPlatform(window),
  })
  if (!link) return null
  return (
    <LinkButton href={link.href} target={link.target}>
      {say('connecting.browse', { name: wallet.name })}
    </LinkButton>
  )
}
