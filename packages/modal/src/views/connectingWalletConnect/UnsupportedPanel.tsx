import type { CustomWallet } from '@latchkey/core'
import type { ReactElement } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { ConnectingHero } from '../../parts/ConnectingHero.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { webUrl } from '../../parts/webUrl.ts'
import { BrowseLink } from './BrowseLink.tsx'

/** A wallet that cannot be asked from this device. */
export function UnsupportedPanel({ wallet }: { wallet: CustomWallet }): ReactElement {
  const say = useSay()
  const { name } = wallet
  const homepage = webUrl(wallet.homepage)
  return (
    <div className="lk-stack" data-gap="12">
      <ConnectingHero
        name={name}
        icon={wallet.image_url}
        waiting={false}
        title={say('connecting.unsupported', { name })}
        help={say('connecting.unsupportedHelp')}
      />
      <BrowseLink wallet={wallet} />
      {homepage ? <LinkButton href={homepage}>{say('connecting.get', { name })}</LinkButton> : null}
    </div>
  )
}
