import type { CustomWallet } from '@latchkey/core'
import { Button, Disclosure, LiveRegion } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { ConnectingHero } from '../../parts/ConnectingHero.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { webUrl } from '../../parts/webUrl.ts'
import { QrPanel } from './QrPanel.tsx'
import { UnsupportedPanel } from './UnsupportedPanel.tsx'
import { useStillHere } from './useStillHere.ts'
import { useWalletLink } from './useWalletLink.ts'

/** A wallet that is an app of this phone: a tap opens it. */
export function MobilePanel(props: { wallet: CustomWallet; uri: string | undefined }): ReactElement {
  const { wallet, uri } = props
  const { name } = wallet
  const say = useSay()
  const link = useWalletLink(wallet, uri, 'mobile')
  const still = useStillHere()
  if (uri !== undefined && !link) return <UnsupportedPanel wallet={wallet} />
  return (
    <div className="lk-stack" data-gap="12">
      <ConnectingHero
        name={name}
        icon={wallet.image_url}
        waiting
        title={say('connecting.waiting', { name })}
        help={say('connecting.mobileHelp')}
      />
      {link ? (
        <LinkButton href={link.href} target={link.target} variant="primary" onClick={still.watch}>
          {say('connecting.open', { name })}
        </LinkButton>
      ) : (
        <Button variant="primary" loading>
          {say('connecting.open', { name })}
        </Button>
      )}
      {still.isHere ? <Fallback wallet={wallet} /> : null}
      <LiveRegion message={still.isHere ? say('connecting.notOpened', { name }) : ''} />
      <Disclosure summary={say('connecting.otherDevice')}>
        <QrPanel wallet={wallet} uri={uri} />
      </Disclosure>
    </div>
  )
}

/** The app did not come: it may be missing. */
function Fallback({ wallet }: { wallet: CustomWallet }): ReactElement {
  const say = useSay()
  const { name } = wallet
  const homepage = webUrl(wallet.homepage)
  return (
    <>
      <p className="lk-small lk-dim lk-center">{say('connecting.notOpened', { name })}</p>
      {homepage ? <LinkButton href={homepage}>{say('connecting.get', { name })}</LinkButton> : null}
    </>
  )
}
