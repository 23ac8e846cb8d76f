import { activeConnector, activeNamespace, currentView, identityConnector } from '@latchkey/core'
import { activitySource } from '@latchkey/core/activity'
import { useAccount, useConfig, useNetwork } from '@latchkey/react'
import { useSlice } from '@latchkey/react/provider'
import {
  Address,
  Avatar,
  Banner,
  Button,
  Chip,
  CopyButton,
  Icon,
  Row,
  shortAddress,
  Tabs,
} from '@latchkey/ui'
import { type ReactElement, useEffect, useState } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { useHomeSay } from '../../locales/useHomeSay.ts'
import { lazyComponent } from '../../parts/defineView.tsx'
import { NetworkIcon } from '../../parts/pictures/NetworkIcon.tsx'
import { WalletIcon } from '../../parts/pictures/WalletIcon.tsx'
import { SignOutRow } from '../../parts/SignOutRow.tsx'
import { StyleSheet } from '../../parts/StyleSheet.tsx'
import { useAccountPurpose, useAccountTypes } from '../../parts/useAccountTypes.ts'
import { navigate, textParam, usePreload } from '../../router/navigate.ts'
import { Actions, SentTransfers, Total, useActions } from './AccountHome.tsx'
import css from './account.css?inline'
import { type Funding, TokenList } from './TokenList.tsx'
import type { Tokens } from './Tokens.ts'
import { useIdentity, useTokens } from './useTokens.ts'

/** Its code comes when there is somebody whose activity is told. */
const ActivityList = lazyComponent<undefined>(() =>
  import('../activity/ActivityList.tsx').then((module) => module.ActivityList),
)

const NftList = lazyComponent<undefined>(() => import('../nfts/NftList.tsx').then((module) => module.NftList))

/** Who is connected, with how much, and where. */
export function AccountView(): ReactElement {
  const { address } = useAccount()
  const { network } = useNetwork()
  const tokens = useTokens()
  const actions = useActions()
  const funding = actions.find(({ feature }) => feature === 'onramp' || feature === 'receive')?.view
  useIdentity()
  return (
    <>
      <StyleSheet css={css} />
      <UnsupportedNetwork />
      {address ? (
        <>
          <div className="lk-account">
            <Identity address={address} />
            <div className="lk-account-where">
              <Kind />
              <NetworkChip />
            </div>
            <Total {...tokens} />
            <Actions actions={actions} />
          </div>
          <SentTransfers />
          {network ? <Lists {...tokens} funding={funding} /> : null}
        </>
      ) : null}
      <div className="lk-stack">
        <WalletRow />
        {address ? <ExplorerRow address={address} /> : null}
        <SettingsRow />
        <SignOutRow />
      </div>
    </>
  )
}

/** What the account has, and what it did where the service knows that. */
function Lists(props: Tokens & { funding: Funding }): ReactElement {
  const say = useHomeSay()
  const config = useConfig()
  // Whoever opens the account may name the list that is shown first. The registry stays free of it: it is loaded with the first view.
  const [chosen, setTab] = useState(() => textParam(currentView(config.router.getState()).params, 'list'))
  const { nfts, activity } = useListsBeside()
  useEffect(() => {
    if (nfts) NftList.preload()
    if (activity) ActivityList.preload()
  }, [nfts, activity])
  const tokenList = <TokenList {...props} />
  if (!nfts && !activity)
    return (
      <section className="lk-tokens">
        <h3 className="lk-group">{say('home.tokens')}</h3>
        {tokenList}
      </section>
    )
  const tabs = [
    { id: 'tokens', label: say('home.tokens') },
    ...(nfts ? [{ id: 'nfts', label: say('nfts.tab') } as const] : []),
    ...(activity ? [{ id: 'activity', label: say('activity.title') } as const] : []),
  ] as const
  const tab = tabs.find(({ id }) => id === chosen)?.id ?? 'tokens'
  return (
    <div className="lk-tokens">
      <Tabs label={say('home.lists')} tabs={tabs} value={tab} onChange={setTab}>
        {tab === 'tokens' ? tokenList : null}
        {tab === 'nfts' ? <NftList params={undefined} /> : null}
        {tab === 'activity' ? <ActivityList params={undefined} /> : null}
      </Tabs>
    </div>
  )
}

/** What is listed beside the tokens. Collectibles are known of the service's own wallets alone. */
function useListsBeside(): { nfts: boolean; activity: boolean } {
  const config = useConfig()
  const showsActivity = useSlice(config.features).activity !== false
  const source = activitySource(config)
  return { nfts: source === 'service', activity: showsActivity && source !== undefined }
}

function useIsEmbedded(): boolean {
  const config = useConfig()
  const { connectorId } = useAccount()
  return connectorId !== undefined && identityConnector(config)?.id === connectorId
}

/** Only the embedded wallet has an identity to look after. */
function SettingsRow(): ReactElement | null {
  const config = useConfig()
  const isEmbedded = useIsEmbedded()
  const say = useSay()
  // Whether names are given is known when its row is drawn there, so that nothing moves.
  useEffect(() => {
    if (isEmbedded)
      import('@latchkey/core/names').then(
        ({ nameZoneOf }) => nameZoneOf(config),
        () => undefined,
      )
  }, [config, isEmbedded])
  if (!isEmbedded) return null
  return (
    <Row
      icon={<Icon name="settings" />}
      label={say('settings.title')}
      chevron
      onClick={() => navigate(config, 'AccountSettings')}
    />
  )
}

function Identity({ address }: { address: string }): ReactElement {
  const { user, profileName, profileImage, addressLabels = {} } = useAccount()
  const say = useSay()
  const who = user?.email ?? user?.emailHint ?? user?.username
  // A page may have the address in letters of another case.
  const [, label] =
    Object.entries(addressLabels).find(([one]) => one.toLowerCase() === address.toLowerCase()) ?? []
  const name = profileName || label
  return (
    <>
      <Avatar seed={address} size={56} src={profileImage} />
      <div className="lk-account-name">
        <CopyButton
          variant="inline"
          value={address}
          // What the button shows is said too: an account is heard by its name nowhere else.
          label={`${name || shortAddress(address)}. ${say('account.copyAddress')}`}
          copiedLabel={say('shell.copied')}
          failedLabel={say('shell.copyFailed')}
        >
          {name ? <bdi>{name}</bdi> : <Address value={address} />}
        </CopyButton>
      </div>
      {who ? (
        <p className="lk-small lk-dim lk-account-email">
          <bdi dir="ltr">{who}</bdi>
        </p>
      ) : null}
    </>
  )
}

/** Which of the wallet's accounts this is, where there are several. */
function Kind(): ReactElement | null {
  const types = useAccountTypes()
  const purpose = useAccountPurpose()
  const say = useSay()
  const home = useHomeSay()
  const kind = types && say(types.current === 'smartAccount' ? 'accountType.smart' : 'accountType.plain')
  const name = kind ?? (purpose && home(`home.${purpose}`))
  return name ? <Chip>{name}</Chip> : null
}

/** The wallet behind the account, unless its screens are in this very modal. */
function WalletRow(): ReactElement | null {
  const config = useConfig()
  const { connectedWalletInfo: wallet } = useAccount()
  const say = useSay()
  if (!wallet || activeConnector(config)?.approvesInFrame) return null
  return (
    <Row
      icon={<WalletIcon name={wallet.name} src={wallet.icon} />}
      label={<bdi>{wallet.name}</bdi>}
      sublabel={say('account.wallet')}
    />
  )
}

function NetworkChip(): ReactElement {
  const config = useConfig()
  const { network, networks, caipNetworkId } = useNetwork()
  const preload = usePreload()
  const say = useSay()
  useEffect(() => preload('Networks'), [preload])
  const name =
    network?.name ??
    (config.allowUnsupportedChain
      ? say('account.otherNetwork', { id: caipNetworkId.split(':')[1] ?? '' })
      : say('account.unknownNetwork'))
  const content = (
    <>
      <NetworkIcon network={network} />
      <span>{name}</span>
    </>
  )
  const canSwitch = config.enableNetworkSwitch && networks.length > 1
  if (!canSwitch) return <span className="lk-pill">{content}</span>
  return (
    <button
      type="button"
      className="lk-pill"
      aria-label={say('account.network', { name })}
      onClick={() => navigate(config, 'Networks')}
    >
      {content}
      <Icon name="chevron" size={16} />
    </button>
  )
}

function UnsupportedNetwork(): ReactElement | null {
  const config = useConfig()
  const { network } = useNetwork()
  const say = useSay()
  if (network || config.allowUnsupportedChain) return null
  const action = config.enableNetworkSwitch ? (
    <Button size="small" onClick={() => navigate(config, 'Networks')}>
      {say('account.chooseNetwork')}
    </Button>
  ) : undefined
  return (
    <div className="lk-alert">
      <Banner tone="warning" title={say('account.unsupported')} action={action}>
        {say('account.unsupportedHelp')}
      </Banner>
    </div>
  )
}

function ExplorerRow({ address }: { address: string }): ReactElement | null {
  const config = useConfig()
  const { network } = useNetwork()
  const say = useSay()
  const href = network && config.adapters[activeNamespace(config)]?.explorerAddressUrl?.(network, address)
  const name = network?.blockExplorers?.default.name
  if (!href || !name) return null
  return <Row icon={<Icon name="external" />} label={say('account.explorer', { name })} href={href} />
}
