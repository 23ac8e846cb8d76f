import { type Config, socialProviderOf } from '@latchkey/core'
import { useAccount, useConfig, useNetwork } from '@latchkey/react'
import { Avatar, Icon, Row, SocialMark } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { NetworkIcon } from '../../parts/NetworkRow.tsx'
import { SignOutRow } from '../../parts/SignOutRow.tsx'
import { useAccountTypes } from '../../parts/useAccountTypes.ts'
import { navigate } from '../../router/navigate.ts'
import { socialName } from '../social/socialProviders.ts'

/** Who is signed in, and what can be changed about that. Whatever touches keys is on the wallet's own page. */
export function AccountSettingsView(): ReactElement {
  const config = useConfig()
  const say = useSay()
  return (
    <div className="lk-stack">
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
      <SignOutRow />
    </div>
  )
}

/** The network that one signed in with, or the account itself. */
function IdentityRow(): ReactElement | null {
  const { address, socialProvider, user } = useAccount()
  const say = useSay()
  const provider = socialProviderOf(socialProvider)
  const label = user?.username ?? user?.email
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
  return (
    <Row
      icon={<Icon name="mail" />}
      label={say(user?.email ? 'settings.email' : 'settings.addEmail')}
      sublabel={user?.email ? <bdi dir="ltr">{user.email}</bdi> : undefined}
      chevron
      onClick={() => navigate(config, 'UpdateEmailWallet')}
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

/** The wallet's own page for whoever is signed in: at its own origin, in a window of its own. */
function accountPage({ services, projectId }: Config): string {
  const url = new URL('/account', services.walletOrigin)
  url.searchParams.set('projectId', projectId)
  return url.href
}
