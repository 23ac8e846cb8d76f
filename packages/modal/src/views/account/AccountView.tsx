import { activeConnector, activeNamespace, fetchBalance, identityConnector } from '@latchkey/core'
import { useAccount, useConfig, useNetwork } from '@latchkey/react'
import {
  Address,
  Amount,
  Avatar,
  Banner,
  Button,
  Chip,
  CopyButton,
  Icon,
  Row,
  Skeleton,
  VisuallyHidden,
} from '@latchkey/ui'
import { type ReactElement, useEffect, useState } from 'react'
import { formatLocalAmount } from '../../locales/formatLocalAmount.ts'
import { useLocale, useSay } from '../../locales/LocaleContext.tsx'
import { NetworkIcon } from '../../parts/NetworkIcon.tsx'
import { SignOutRow } from '../../parts/SignOutRow.tsx'
import { useAccountTypes } from '../../parts/useAccountTypes.ts'
import { WalletIcon } from '../../parts/WalletIcon.tsx'
import { navigate, useOpen, usePreload } from '../../router/navigate.ts'

/** Longer numbers would break in two at the hero's size. */
const HERO_LENGTH = 12

/** The native balance, large. Unknown is "—", never 0. */
export function Balance(): ReactElement {
  const { amount, symbol, failed } = useBalance()
  const locale = useLocale()
  const say = useSay()
  const value = formatLocalAmount(locale, amount)
  const isLoading = amount === undefined && !failed
  return (
    <>
      <div className="lk-account-balance" aria-busy={isLoading}>
        <VisuallyHidden>{say('account.balance')} </VisuallyHidden>
        {isLoading ? (
          <>
            <Skeleton shape="box" width={168} height={32} />
            <VisuallyHidden>{say('shell.loading')}</VisuallyHidden>
          </>
        ) : (
          <Amount
            size={(value?.length ?? 0) > HERO_LENGTH ? 'title' : 'hero'}
            value={value}
            unit={symbol}
            unknownLabel={say('account.balanceUnknown')}
          />
        )}
      </div>
      {failed && amount === undefined ? (
        <p className="lk-small lk-dim lk-account-note" role="status">
          {say('account.balanceUnavailable')}
        </p>
      ) : null}
    </>
  )
}

type BalanceState = { amount: string | undefined; symbol: string | undefined; failed: boolean }

/** The native balance: what is known at once, then what the network says. */
function useBalance(): BalanceState {
  const config = useConfig()
  const open = useOpen()
  const { balance, balanceSymbol, caipAddress } = useAccount()
  const [failedFor, setFailedFor] = useState<string>()
  useEffect(() => {
    if (!open || !caipAddress) return
    let isCurrent = true
    // Not aborted on leaving: an answer that comes late still serves the next look.
    fetchBalance(config).then(
      () => isCurrent && setFailedFor(undefined),
      () => isCurrent && setFailedFor(caipAddress),
    )
    return () => {
      isCurrent = false
    }
  }, [config, open, caipAddress])
  return { amount: balance, symbol: balanceSymbol, failed: failedFor === caipAddress }
}

/** Who is connected, with how much, and where. */
export function AccountView(): ReactElement {
  const { address } = useAccount()
  return (
    <>
      <UnsupportedNetwork />
      {address ? (
        <div className="lk-account">
          <Identity address={address} />
          <Balance />
          <NetworkChip />
        </div>
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

/** Only the embedded wallet has an identity to look after. */
function SettingsRow(): ReactElement | null {
  const config = useConfig()
  const { connectorId } = useAccount()
  const say = useSay()
  if (!connectorId || identityConnector(config)?.id !== connectorId) return null
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
  const who = user?.email ?? user?.username
  // A page may have the address in letters of another case.
  const [, label] =
    Object.entries(addressLabels).find(([one]) => one.toLowerCase() === address.toLowerCase()) ?? []
  return (
    <>
      <Avatar seed={address} size={64} src={profileImage} />
      <div className="lk-account-name">
        <CopyButton
          variant="inline"
          value={address}
          label={say('account.copyAddress')}
          copiedLabel={say('shell.copied')}
          failedLabel={say('shell.copyFailed')}
        >
          {profileName ?? (label || <Address value={address} />)}
        </CopyButton>
      </div>
      {who ? (
        <p className="lk-small lk-dim lk-account-email">
          <bdi dir="ltr">{who}</bdi>
        </p>
      ) : null}
      <Kind />
    </>
  )
}

/** Which of the wallet's accounts this is, where there are several. */
function Kind(): ReactElement | null {
  const types = useAccountTypes()
  const say = useSay()
  if (!types) return null
  return (
    <p className="lk-account-note">
      <Chip>{say(types.current === 'smartAccount' ? 'accountType.smart' : 'accountType.plain')}</Chip>
    </p>
  )
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
