import type { CustomWallet } from '@latchkey/core'
import type { ReactElement } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { ConnectingHero } from '../../parts/ConnectingHero.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { webUrl } from '../../parts/webUrl.ts'

/** A wallet that cannot be asked from this device. */
export function UnsupportedPanel({ wallet }: { wallet: CustomWallet }): ReactElement {
  const say = useSay()
  const { name } = wallet
  const homepage = webUrl(wallet.homepage)
  return (
    <>
      <ConnectingHero
        name={name}
        icon={wallet.image_url}
        waiting={false}
        title={say('connecting.unsupported', { name })}
        help={say('connecting.unsupportedHelp')}
      />
      {homepage ? <LinkButton href={homepage}>{say('connecting.get', { name })}</LinkButton> : null}
    </>
  )
}
