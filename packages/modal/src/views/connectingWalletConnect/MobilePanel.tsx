import type { CustomWallet, WalletLink } from '@latchkey/core'
import { Button, Disclosure, LiveRegion } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { ConnectingHero } from '../../parts/ConnectingHero.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { useStillHere } from '../../parts/useStillHere.ts'
import { webUrl } from '../../parts/webUrl.ts'
import { BrowseLink } from './BrowseLink.tsx'
import { QrPanel } from './QrPanel.tsx'
import { UnsupportedPanel } from './UnsupportedPanel.tsx'
import { useMobileLinks } from './useMobileLinks.ts'

/** A wallet that is an app of this phone: a tap opens it. */
export function MobilePanel(props: { wallet: CustomWallet; uri: string | undefined }): ReactElement {
  const { wallet, uri } = props
  const { name } = wallet
  const say = useSay()
  const links = useMobileLinks(wallet, uri)
  const [link, other] = links ?? []
  const still = useStillHere()
  if (links && !link) return <UnsupportedPanel wallet={wallet} />
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
      {still.isHere ? <Fallback wallet={wallet} other={other} /> : null}
      <LiveRegion message={still.isHere ? say('connecting.notOpened', { name }) : ''} />
      <Disclosure summary={say('connecting.otherDevice')}>
        <QrPanel wallet={wallet} uri={uri} />
      </Disclosure>
    </div>
  )
}

type FallbackProps = { wallet: CustomWallet; other: WalletLink | undefined }

/** The app did not come: the other link may reach it, its own browser may show this page, or it is missing. */
function Fallback({ wallet, other }: FallbackProps): ReactElement {
  const say = useSay()
  const { name } = wallet
  const homepage = webUrl(wallet.homepage)
  return (
    <>
      <p className="lk-small lk-dim lk-center">{say('connecting.notOpened', { name })}</p>
      {other ? (
        <LinkButton href={other.href} target={other.target}>
          {say('connecting.openOtherWay', { name })}
        </LinkButton>
      ) : null}
      <BrowseLink wallet={wallet} />
      {homepage ? <LinkButton href={homepage}>{say('connecting.get', { name })}</LinkButton> : null}
    </>
  )
}
