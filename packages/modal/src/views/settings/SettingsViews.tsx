import { type Config, setPreferredAccountType, socialName, socialProviderOf } from '@latchkey/core'
import { useAccount, useConfig, useNetwork } from '@latchkey/react'
import { Address, Avatar, Banner, Icon, LiveRegion, Row, SocialMark } from '@latchkey/ui'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { useLocale, useSay } from '../../locales/LocaleContext.tsx'
import { useHomeSay } from '../../locales/useHomeSay.ts'
import { ErrorCard } from '../../parts/ErrorCard.tsx'
import { NetworkIcon } from '../../parts/pictures/NetworkIcon.tsx'
import { SignOutRow } from '../../parts/SignOutRow.tsx'
import { StyleSheet } from '../../parts/StyleSheet.tsx'
import { type AccountTypes, useAccountTypes } from '../../parts/useAccountTypes.ts'
import { navigate } from '../../router/navigate.ts'
import { languageName } from '../language/languageName.ts'
import css from './accountType.css?inline'

/** Who is signed in, and what can be changed about that. Whatever touches keys is on the wallet's own page. */
export function AccountSettingsView(): ReactElement {
  const config = useConfig()
  const say = useSay()
  return (
    <div className="lk-stack">
      <StyleSheet css={css} />
      <IdentityRow />
      <EmailRow />
      <Row
        icon={<Icon name="shield" />}
        label={say('settings.security')}
        sublabel={say('settings.securityHelp')}
        href={accountPage(config)}
      />
      <NetworkRow />
      <AccountTypeRow />
      <NameRow />
      <LanguageRow />
      <SignOutRow />
    </div>
  )
}

/** The network that one signed in with, or the account itself. */
function IdentityRow(): ReactElement | null {
  const { address, socialProvider, user } = useAccount()
  const say = useSay()
  const provider = socialProviderOf(socialProvider)
  const label = user?.username ?? user?.email ?? user?.emailHint
  if (!provider)
    return address && label ? (
      <Row icon={<Avatar seed={address} size={32} />} label={<bdi dir="ltr">{label}</bdi>} />
    ) : null
  const text = say('settings.signedInWith', { name: socialName(provider) })
  return (
    <Row
      icon={<SocialMark provider={provider} />}
      label={label ? <bdi>{label}</bdi> : text}
      sublabel={label ? text : undefined}
    />
  )
}

function EmailRow(): ReactElement {
  const config = useConfig()
  const { user } = useAccount()
  const say = useSay()
  const email = user?.email ?? user?.emailHint
  return (
    <Row
      icon={<Icon name="mail" />}
      label={say(email ? 'settings.email' : 'settings.addEmail')}
      sublabel={email ? <bdi dir="ltr">{email}</bdi> : undefined}
      href={accountPage(config)}
    />
  )
}

/** Which of the wallet's accounts the page uses, where there are several. */
function AccountTypeRow(): ReactElement | null {
  const config = useConfig()
  const types = useAccountTypes()
  const say = useSay()
  if (!types) return null
  return (
    <Row
      icon={<Icon name={types.current === 'smartAccount' ? 'contract' : 'key'} />}
      label={say('accountType.title')}
      sublabel={say(types.current === 'smartAccount' ? 'accountType.smart' : 'accountType.plain')}
      chevron
      onClick={() => navigate(config, 'AccountType')}
    />
  )
}

/** A wallet of this service that has no name yet may have one, where the service gives names. */
function NameRow(): ReactElement | null {
  const config = useConfig()
  const { profileName, address } = useAccount()
  const { network } = useNetwork()
  const say = useHomeSay()
  const [isOffered, setOffered] = useState(false)
  const mayAsk = network !== undefined && address !== undefined && !profileName
  useEffect(() => {
    let isLeft = false
    if (mayAsk)
      import('@latchkey/core/names')
        .then(({ nameZoneOf }) => nameZoneOf(config))
        .then(
          (zone) => !isLeft && setOffered(zone !== undefined),
          () => undefined,
        )
    return () => {
      isLeft = true
    }
  }, [config, mayAsk])
  if (!mayAsk || !isOffered) return null
  return (
    <Row
      className="lk-whole"
      icon={<Icon name="user" />}
      label={say('name.row')}
      sublabel={say('name.rowHelp')}
      chevron
      onClick={() => navigate(config, 'RegisterAccountName')}
    />
  )
}

function NetworkRow(): ReactElement | null {
  const config = useConfig()
  const { network, networks } = useNetwork()
  const say = useSay()
  if (!config.enableNetworkSwitch || networks.length < 2) return null
  return (
    <Row
      icon={<NetworkIcon network={network} />}
      label={say('settings.network')}
      sublabel={<bdi>{network?.name ?? say('account.unknownNetwork')}</bdi>}
      chevron
      onClick={() => navigate(config, 'Networks')}
    />
  )
}

function LanguageRow(): ReactElement {
  const config = useConfig()
  const say = useSay()
  const { tag } = useLocale()
  return (
    <Row
      icon={<Icon name="language" />}
      label={say('settings.language')}
      sublabel={<bdi lang={tag}>{languageName(tag)}</bdi>}
      chevron
      onClick={() => navigate(config, 'Language')}
    />
  )
}

/** The wallet's own page for whoever is signed in: at its own origin, in a window of its own. */
function accountPage({ services, projectId }: Config): string {
  const url = new URL('/account', services.walletOrigin)
  url.searchParams.set('projectId', projectId)
  return url.href
}

export type Kind = 'smartAccount' | 'eoa'
type AccountTypeChoice = {
  /** The kind that the wallet is asked for. */
  pending: Kind | undefined
  failed: { kind: Kind; error: unknown } | undefined
  /** The kind that was chosen here, for whoever cannot see the mark move. */
  chosen: Kind | undefined
  choose: (kind: Kind) => void
}

/** Changes the kind of account and says how that goes. A view that has been left meanwhile hears of nothing. */
function useAccountTypeChoice(current: Kind): AccountTypeChoice {
  const config = useConfig()
  const [state, setState] = useState<Omit<AccountTypeChoice, 'choose'>>(() => idle())
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const choose = (kind: Kind) => {
    if (state.pending || kind === current) return
    const show = (next: Partial<typeof state>) => {
      if (isShown.current) setState({ ...idle(), ...next })
    }
    show({ pending: kind })
    setPreferredAccountType(config, kind).then(
      () => show({ chosen: kind }),
      (error: unknown) => show({ failed: { kind, error } }),
    )
  }
  return { ...state, choose }
}

const idle = () => ({ pending: undefined, failed: undefined, chosen: undefined })

/** Which of the wallet's accounts this page uses: what each kind is good for, and where there are smart ones. */
export function AccountTypeView(): ReactElement {
  const types = useAccountTypes()
  const choice = useAccountTypeChoice(types?.current ?? 'eoa')
  const say = useSay()
  // A page may open it for any wallet.
  if (!types) return <p className="lk-empty lk-dim">{say('accountType.single')}</p>
  return (
    <div>
      <StyleSheet css={css} />
      <Failure choice={choice} />
      <div className="lk-stack">
        <SmartRow types={types} choice={choice} />
        <PlainRow types={types} choice={choice} />
      </div>
      <Notes types={types} />
      {types.current === 'smartAccount' ? <Notice /> : null}
      <Chosen choice={choice} />
    </div>
  )
}

type RowProps = { types: AccountTypes; choice: AccountTypeChoice }

function SmartRow({ types, choice }: RowProps): ReactElement {
  const say = useSay()
  const { network } = useNetwork()
  const { smart, current, isOffered } = types
  return (
    <Row
      className="lk-kind"
      icon={<Icon name="contract" />}
      label={say('accountType.smart')}
      sublabel={
        isOffered ? (
          <Help address={smart?.address}>{say('accountType.smartHelp')}</Help>
        ) : (
          say('accountType.notHere', { network: network?.name ?? '' })
        )
      }
      current={current === 'smartAccount'}
      busy={choice.pending === 'smartAccount'}
      disabled={!isOffered}
      onClick={() => choice.choose('smartAccount')}
    />
  )
}

function PlainRow({ types, choice }: RowProps): ReactElement {
  const say = useSay()
  return (
    <Row
      className="lk-kind"
      icon={<Icon name="key" />}
      label={say('accountType.plain')}
      sublabel={<Help address={types.plain?.address}>{say('accountType.plainHelp')}</Help>}
      current={types.current === 'eoa'}
      busy={choice.pending === 'eoa'}
      onClick={() => choice.choose('eoa')}
    />
  )
}

/** What the kind is good for, and which address it is. */
function Help({ address, children }: { address: string | undefined; children: string }): ReactElement {
  return (
    <>
      {children}
      {address ? (
        <>
          {' '}
          <span className="lk-kind-address">
            <Address value={address} />
          </span>
        </>
      ) : null}
    </>
  )
}

function Notes({ types }: { types: AccountTypes }): ReactElement {
  const say = useSay()
  const { tag } = useLocale()
  const { network } = useNetwork()
  const { smartAccountDeployed } = useAccount()
  const names = new Intl.ListFormat(tag).format(types.networks.map(({ name }) => name))
  return (
    <div className="lk-kind-notes lk-small lk-dim">
      {types.isOffered && types.current === 'smartAccount' && network ? (
        <p>
          {say(smartAccountDeployed ? 'accountType.deployed' : 'accountType.undeployed', {
            network: network.name,
          })}
        </p>
      ) : null}
      <p>{say('accountType.apart')}</p>
      {types.isOffered ? null : <p>{say('accountType.networks', { names })}</p>}
    </div>
  )
}

/** Spec 8: not every site takes the signature of a contract. */
function Notice(): ReactElement {
  const say = useSay()
  return (
    <Banner tone="info" title={say('accountType.notice')}>
      {say('accountType.noticeHelp')}
    </Banner>
  )
}

function Failure({ choice }: { choice: AccountTypeChoice }): ReactElement | null {
  const say = useSay()
  const { failed, choose } = choice
  if (!failed) return null
  return (
    <div className="lk-alert">
      <ErrorCard
        error={failed.error}
        action={{ label: say('shell.tryAgain'), onClick: () => choose(failed.kind) }}
      />
    </div>
  )
}

function Chosen({ choice: { chosen } }: { choice: AccountTypeChoice }): ReactElement {
  const say = useSay()
  const name = chosen && say(chosen === 'eoa' ? 'accountType.plain' : 'accountType.smart')
  return <LiveRegion message={name ? say('accountType.switched', { name }) : ''} />
}
