import {
  activeNamespace,
  browseLinkOf,
  type CustomWallet,
  deepLinkOf,
  deepLinksOf,
  readPlatform,
  type WalletLink,
  type WalletListing,
} from '@latchkey/core'
import { useConfig } from '@latchkey/react/provider'
import { Button, CopyButton, Disclosure, Icon, LiveRegion } from '@latchkey/ui'
import { type ReactElement, useMemo } from 'react'
import { useStillHere } from '../../attempts/useIsLate.ts'
import { useSay } from '../../locales/LocaleContext.tsx'
import { ConnectingHero } from '../../parts/ConnectingHero.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'
import { pairingImageUrl } from '../../parts/pictures/pairingImageUrl.ts'
import { WalletIcon } from '../../parts/pictures/WalletIcon.tsx'
import { QrCode } from '../../parts/QrCode.tsx'
import { webUrl } from '../../parts/webUrl.ts'
import { textParam } from '../../router/navigate.ts'

/** Where a wallet can be asked. */
export type Platform = 'browser' | 'mobile' | 'qrcode' | 'web' | 'desktop' | 'unsupported'

type Device = {
  isMobile: boolean
  /** The wallet is an extension of this browser. */
  isInstalled: boolean
}

/** The places where a wallet can be asked from this device, the best first; the code alone when no wallet was chosen. */
export function platformsOf(listing: WalletListing | undefined, device: Device): Platform[] {
  if (!listing) return ['qrcode']
  const { mobile_link, link_mode, webapp_link, desktop_link } = listing
  const platforms: Platform[] = [
    ...(device.isInstalled ? ['browser' as const] : []),
    ...(mobile_link || link_mode ? [device.isMobile ? ('mobile' as const) : ('qrcode' as const)] : []),
    ...(webapp_link ? ['web' as const] : []),
    ...(desktop_link && !device.isMobile ? ['desktop' as const] : []),
  ]
  return platforms.length > 0 ? platforms : ['unsupported']
}

const TEXTS = [
  'mobile_link',
  'link_mode',
  'desktop_link',
  'webapp_link',
  'rdns',
  'homepage',
  'image_url',
] as const
const LONGEST_NAME = 64

/** The `wallet` that a page passed. What links may be followed is decided where they are used. */
export function walletParam(value: unknown): CustomWallet | undefined {
  const wallet: unknown =
    typeof value === 'object' && value !== null && 'wallet' in value ? value.wallet : undefined
  const id = textParam(wallet, 'id')
  const name = textParam(wallet, 'name')
  if (!id || !name) return undefined
  const texts = TEXTS.flatMap((key) => {
    const text = textParam(wallet, key)
    return text === undefined ? [] : [[key, text] as const]
  })
  return { id, name: name.slice(0, LONGEST_NAME), ...Object.fromEntries(texts) }
}

/** The link as a code for another device, and as a text to copy. */
export function QrPanel(props: { wallet: CustomWallet | undefined; uri: string | undefined }): ReactElement {
  const { wallet, uri } = props
  const say = useSay()
  const text = wallet ? say('connecting.scanWith', { name: wallet.name }) : say('connecting.scanWithAny')
  const label = say('connecting.codeFor', { name: wallet?.name ?? say('connecting.anyWallet') })
  const config = useConfig()
  const logo = (
    <WalletIcon
      name={wallet?.name ?? 'WalletConnect'}
      src={wallet ? wallet.image_url : pairingImageUrl(config)}
    />
  )
  const homepage = webUrl(wallet?.homepage)
  return (
    <div className="lk-stack" data-gap="12">
      <QrCode value={uri} label={label} logo={logo} />
      <p className="lk-small lk-dim lk-center">{text}</p>
      {uri === undefined ? (
        <Button disabled icon={<Icon name="copy" />}>
          {say('connecting.copy')}
        </Button>
      ) : (
        <CopyButton
          variant="button"
          value={uri}
          label={say('connecting.copy')}
          copiedLabel={say('shell.copied')}
          failedLabel={say('shell.copyFailed')}
        />
      )}
      {wallet && homepage ? (
        <p className="lk-small lk-center">
          <a href={homepage} target="_blank" rel="noopener noreferrer">
            {say('connecting.get', { name: wallet.name })}
          </a>
        </p>
      ) : null}
      <LiveRegion message={uri === undefined ? say('connecting.preparing') : ''} />
    </div>
  )
}

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

type OpenPanelProps = {
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

/** Opens this page in the wallet's own browser, for the wallets that have one. */
function BrowseLink({ wallet }: { wallet: CustomWallet }): ReactElement | null {
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

/** The links that open a wallet's app on this phone, the better one first; undefined until there is a pairing. */
function useMobileLinks(wallet: CustomWallet, uri: string | undefined): WalletLink[] | undefined {
  const preferUniversal = useConfig().options.preferUniversalLinks !== false
  return useMemo(
    () =>
      uri === undefined
        ? undefined
        : deepLinksOf({ listing: wallet, uri, platform: readPlatform(window), preferUniversal }),
    [wallet, uri, preferUniversal],
  )
}

/** The link that opens a wallet, as soon as there is something to hand over. */
const useWalletLink = (
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
