import { useConfig, useSlice } from '@latchkey/react'
import { Banner, Divider, Icon, Row } from '@latchkey/ui'
import { Fragment, type ReactElement } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { navigate } from '../../navigate.ts'
import { WalletIcon } from '../../parts/WalletIcon.tsx'
import { connectBlocks, socialConnectors } from './connectBlocks.ts'
import { EmailBlock } from './EmailBlock.tsx'
import { LegalLine } from './LegalLine.tsx'
import { useWalletRows, type WalletRows } from './useWalletRows.ts'
import type { ConnectParams } from './view.ts'
import { WalletList } from './WalletList.tsx'

/** Every way to connect that the page has. */
export function ConnectView({ params }: { params: ConnectParams }): ReactElement {
  const config = useConfig()
  const { connectors } = useSlice(config.connectors)
  const features = useSlice(config.features)
  const say = useSay()
  const wallets = useWalletRows()
  const blocks = connectBlocks({
    connectors,
    order: config.options.connectMethodsOrder,
    hasEmail: features.email,
    hasWallets: wallets.rows.length > 0 || wallets.all !== undefined,
    hasInstalled: wallets.rows.some(({ installed }) => installed),
  })
  if (blocks.length === 0) return <Banner title={say('connect.none')}>{say('connect.noneHelp')}</Banner>
  const parts = {
    email: <EmailBlock initial={params?.email ?? ''} focus={blocks[0] === 'email'} />,
    social: <SocialList />,
    wallet: config.options.collapseWallets ? <WalletsRow /> : <WalletList {...wallets} />,
  }
  return (
    <div className="lk-stack" data-gap="16">
      {blocks.map((kind, index) => (
        <Fragment key={kind}>
          {index > 0 ? <Divider>{say('connect.or')}</Divider> : null}
          {parts[kind]}
        </Fragment>
      ))}
      <LegalLine />
    </div>
  )
}

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

function SocialList(): ReactElement {
  const config = useConfig()
  const { connectors } = useSlice(config.connectors)
  const say = useSay()
  return (
    <div className="lk-stack">
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
