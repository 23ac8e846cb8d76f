import {
  type ConnectOptions,
  type Connector,
  offersPasskeys,
  type SocialProvider,
  socialProviders,
} from '@latchkey/core'
import { useConfig, useSlice } from '@latchkey/react/provider'
import { Banner, Button, Divider, Icon, Row, Skeleton } from '@latchkey/ui'
import { Fragment, type ReactElement } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { WalletIcon } from '../../parts/pictures/WalletIcon.tsx'
import { navigate, usePreload } from '../../router/navigate.ts'
import { EmailBlock } from './EmailBlock.tsx'
import { FirstWallets, useWalletRows, WalletList, type WalletRows } from './WalletList.tsx'

type BlockKind = 'email' | 'social' | 'wallet'

export type ConnectBlocksInput = {
  connectors: readonly Connector[]
  /** Networks that one can sign in with. */
  hasSocials: boolean
  /** `connectMethodsOrder` of the page. */
  order: ConnectOptions['connectMethodsOrder']
  hasEmail: boolean
  /** The wallet list has something to show. */
  hasWallets: boolean
  /** It shows an injected or announced wallet. */
  hasInstalled: boolean
}

/**
 * The ways to connect in the order they are offered (spec 2): e-mail, social, wallets; wallets first when an installed one
 * is shown; or as the page says.
 */
export function connectBlocks(input: ConnectBlocksInput): BlockKind[] {
  const usual: readonly BlockKind[] = input.hasInstalled
    ? ['wallet', 'email', 'social']
    : ['email', 'social', 'wallet']
  const isOffered: Readonly<Record<BlockKind, boolean>> = {
    email: input.hasEmail && input.connectors.some(({ email }) => email !== undefined),
    social: input.hasSocials || socialConnectors(input.connectors).length > 0,
    wallet: input.hasWallets,
  }
  return [...new Set([...(input.order ?? []), ...usual])].filter((kind) => isOffered[kind])
}

/** Ways to sign in with an account elsewhere. */
const socialConnectors = (connectors: readonly Connector[]): Connector[] =>
  connectors.filter(({ isSocial, email }) => isSocial && email === undefined)

/** The shape of the networks while their code loads. */
export const SocialSkeleton = (): ReactElement => (
  <div className="lk-stack lk-late" aria-busy="true">
    <Skeleton shape="row" />
    <Skeleton shape="box" height={48} />
  </div>
)

export type ConnectParams = {
  email?: string
  /** Code of what an earlier try ended with. */
  error?: number
}

type ConnectProps = { params: ConnectParams; SocialBlock: SocialsProps['SocialBlock'] }

/** Every way to connect that the page has. */
export function ConnectView({ params, SocialBlock }: ConnectProps): ReactElement {
  const config = useConfig()
  const { connectors } = useSlice(config.connectors)
  const features = useSlice(config.features)
  const say = useSay()
  const wallets = useWalletRows()
  const providers = socialProviders(config, features)
  const blocks = connectBlocks({
    connectors,
    order: config.options.connectMethodsOrder,
    hasEmail: features.email,
    hasSocials: providers.length > 0,
    hasWallets: wallets.rows.length > 0 || wallets.all !== undefined,
    hasInstalled: wallets.rows.some(({ installed }) => installed),
  })
  if (blocks.length === 0) return <Banner title={say('connect.none')}>{say('connect.noneHelp')}</Banner>
  const parts = {
    email: <EmailBlock initial={params.email ?? ''} focus={blocks[0] === 'email'} failure={params.error} />,
    social: <Socials providers={providers} SocialBlock={SocialBlock} />,
    wallet: config.options.collapseWallets ? <WalletsRow /> : <FirstWallets {...wallets} />,
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
      {blocks.includes('wallet') ? <Guide /> : null}
    </div>
  )
}

/** For somebody who has no wallet. */
function Guide(): ReactElement {
  const config = useConfig()
  const say = useSay()
  const preload = usePreload()
  return (
    <div className="lk-line" data-align="spread" onPointerEnter={() => preload('WhatIsAWallet')}>
      <Button variant="ghost" size="small" onClick={() => navigate(config, 'WhatIsAWallet')}>
        {say('guide.whatIs')}
      </Button>
      <Button variant="ghost" size="small" onClick={() => navigate(config, 'GetWallet')}>
        {say('guide.get')}
      </Button>
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

type SocialsProps = {
  providers: readonly SocialProvider[]
  /** Draws the networks. */
  SocialBlock: (props: { params: readonly SocialProvider[] }) => ReactElement
}

/** Networks of the embedded wallet, and connectors of other ones. */
function Socials({ providers, SocialBlock }: SocialsProps): ReactElement {
  const config = useConfig()
  const { connectors } = useSlice(config.connectors)
  const say = useSay()
  return (
    <div className="lk-stack">
      {providers.length > 0 ? <SocialBlock params={providers} /> : null}
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
