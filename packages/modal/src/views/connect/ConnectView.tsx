import { identityConnector, offersPasskeys, type SocialProvider, socialProviders } from '@latchkey/core'
import { useConfig, useSlice } from '@latchkey/react'
import { Banner, Divider, Icon, Row } from '@latchkey/ui'
import { Fragment, type ReactElement } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { WalletIcon } from '../../parts/WalletIcon.tsx'
import { navigate } from '../../router/navigate.ts'
import { type BlockKind, connectBlocks, socialConnectors } from './connectBlocks.ts'
import { EmailBlock } from './EmailBlock.tsx'
import { SocialBlock, SocialSkeleton } from './SocialBlock.tsx'
import { useWalletRows, type WalletRows } from './useWalletRows.ts'
import { WalletList } from './WalletList.tsx'

type ConnectParams = {
  email?: string
  /** Code of what an earlier try ended with. */
  error?: number
}

/** Every way to connect that the page has. */
export function ConnectView({ params }: { params: ConnectParams }): ReactElement {
  const config = useConfig()
  const { connectors } = useSlice(config.connectors)
  const features = useSlice(config.features)
  const say = useSay()
  const wallets = useWalletRows()
  const providers = socialProviders(config, features)
  // The operator has the last word on them, and has not said it yet.
  const isAwaited = features.socials === undefined && identityConnector(config) !== undefined
  const blocks = connectBlocks({
    connectors,
    order: config.options.connectMethodsOrder,
    hasEmail: features.email,
    hasSocials: providers.length > 0 || isAwaited,
    hasWallets: wallets.rows.length > 0 || wallets.all !== undefined,
    hasInstalled: wallets.rows.some(({ installed }) => installed),
  })
  if (blocks.length === 0) return <Banner title={say('connect.none')}>{say('connect.noneHelp')}</Banner>
  const parts = {
    email: <EmailBlock initial={params.email ?? ''} focus={blocks[0] === 'email'} failure={params.error} />,
    social: <Socials providers={providers} isAwaited={isAwaited} />,
    wallet: config.options.collapseWallets ? <WalletsRow /> : <WalletList {...wallets} />,
  }
  const last = blocks.findLast((kind) => kind !== 'wallet')
  return (
    <div className="lk-stack" data-gap="16">
      {blocks.map((kind, index) => (
        <Fragment key={kind}>
          {index > 0 && !areOne(blocks[index - 1], kind) ? <Divider>{say('connect.or')}</Divider> : null}
          {parts[kind]}
          {kind === last && offersPasskeys(config, features) ? <PasskeyRow /> : null}
        </Fragment>
      ))}
    </div>
  )
}

/** E-mail and social login lead to the same wallet: nothing stands between them. */
const areOne = (before: BlockKind | undefined, kind: BlockKind): boolean =>
  before !== undefined && before !== 'wallet' && kind !== 'wallet'

/** The step of its own that the wallets have on a page that collapses them. */
export function ConnectWalletsView(): ReactElement {
  const wallets: WalletRows = useWalletRows()
  return <WalletList {...wallets} />
}

function WalletsRow(): ReactElement {
  const config = useConfig()
  const say = useSay()
  return (
    <Row
      icon={<Icon name="wallet" />}
      label={say('connect.withWallet')}
      chevron
      onClick={() => navigate(config, 'ConnectWallets')}
    />
  )
}

type SocialsProps = { providers: readonly SocialProvider[]; isAwaited: boolean }

/** Networks of the embedded wallet, and connectors of other ones. */
function Socials({ providers, isAwaited }: SocialsProps): ReactElement {
  const config = useConfig()
  const { connectors } = useSlice(config.connectors)
  const say = useSay()
  return (
    <div className="lk-stack">
      {providers.length > 0 ? <SocialBlock params={providers} /> : isAwaited ? <SocialSkeleton /> : null}
      {socialConnectors(connectors).map(({ id, name, icon }) => (
        <Row
          key={id}
          icon={<WalletIcon name={name} src={icon} />}
          label={say('connect.social', { name })}
          onClick={() => navigate(config, 'ConnectingExternal', { connectorId: id })}
        />
      ))}
    </div>
  )
}

function PasskeyRow(): ReactElement {
  const config = useConfig()
  const say = useSay()
  return (
    <Row
      icon={<Icon name="key" />}
      label={say('connect.passkey')}
      onClick={() => navigate(config, 'ConnectingPasskey')}
    />
  )
}
