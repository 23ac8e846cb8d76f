import type { CustomWallet } from '@latchkey/core'
import { Button, Icon } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { ConnectingHero } from '../../parts/ConnectingHero.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import type { Platform } from './platformsOf.ts'
import { UnsupportedPanel } from './UnsupportedPanel.tsx'
import { useWalletLink } from './useWalletLink.ts'

export type OpenPanelProps = {
  wallet: CustomWallet
  uri: string | undefined
  platform: Platform
}

/** A wallet that is a web page or a program of this computer. */
export function OpenPanel({ wallet, uri, platform }: OpenPanelProps): ReactElement {
  const say = useSay()
  const { name } = wallet
  const link = useWalletLink(wallet, uri, platform === 'web' ? 'web' : 'desktop')
  if (uri !== undefined && !link) return <UnsupportedPanel wallet={wallet} />
  return (
    <div>
      <ConnectingHero
        name={name}
        icon={wallet.image_url}
        waiting
        title={say('connecting.waiting', { name })}
        help={say(platform === 'web' ? 'connecting.webHelp' : 'connecting.desktopHelp', { name })}
      />
      {link ? (
        <LinkButton href={link.href} target={link.target} variant="primary">
          {say('connecting.open', { name })}
          <Icon name="external" />
        </LinkButton>
      ) : (
        <Button variant="primary" loading>
          {say('connecting.open', { name })}
        </Button>
      )}
    </div>
  )
}
