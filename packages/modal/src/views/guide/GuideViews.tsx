import { type CustomWallet, goBack, reset } from '@latchkey/core'
import type { WalletListState } from '@latchkey/core/directory'
import { createCell } from '@latchkey/core/wallets'
import { useConfig, useSlice } from '@latchkey/react/provider'
import { Banner, Button, Icon, type IconName, Row, Skeleton, VisuallyHidden } from '@latchkey/ui'
import { type ReactElement, useEffect } from 'react'
import { useIsLate } from '../../attempts/useIsLate.ts'
import { useDirectoryHolder } from '../../directory/DirectoryContext.tsx'
import { useSay } from '../../locales/LocaleContext.tsx'
import { type HomeSayable, useHomeSay } from '../../locales/useHomeSay.ts'
import { WalletIcon } from '../../parts/pictures/WalletIcon.tsx'
import { StyleSheet } from '../../parts/StyleSheet.tsx'
import { webUrl } from '../../parts/webUrl.ts'
import { navigate, useOpen } from '../../router/navigate.ts'
import css from './guide.css?inline'

/** Wallets that are named to somebody who has none. */
const NAMED = 4
/** ms; a directory that has not answered by then is said to be missing. */
const PATIENCE = 10_000
const UNKNOWN = createCell<Pick<WalletListState, 'wallets' | 'count' | 'error'>>({
  wallets: [],
  count: undefined,
  error: undefined,
})

/** What a wallet is good for, for somebody who has none. */
export function WhatIsAWalletView(): ReactElement {
  const config = useConfig()
  const shell = useSay()
  const hasEmail = useEmail()
  return (
    <div className="lk-stack" data-gap="16">
      <Points
        points={[
          { icon: 'wallet', title: 'guide.holds', help: 'guide.holdsHelp' },
          { icon: 'key', title: 'guide.signsIn', help: 'guide.signsInHelp' },
          { icon: 'shield', title: 'guide.decide', help: 'guide.decideHelp' },
        ]}
      />
      {hasEmail ? <EmailButton /> : null}
      <Button variant={hasEmail ? 'secondary' : 'primary'} onClick={() => navigate(config, 'GetWallet')}>
        {shell('guide.get')}
      </Button>
    </div>
  )
}

/** Wallets to install, and that none need be. */
export function GetWalletView(): ReactElement {
  const say = useHomeSay()
  return (
    <div className="lk-stack" data-gap="16">
      {useEmail() ? (
        <Banner title={say('guide.noApp')} action={<EmailButton small />}>
          {say('guide.noAppHelp')}
        </Banner>
      ) : null}
      <Apps />
    </div>
  )
}

function Apps(): ReactElement {
  const say = useHomeSay()
  const shell = useSay()
  const { wallets, isWaiting } = useDirectory()
  const apps = wallets
    .flatMap(({ id, name, image_url, homepage }) => {
      const href = webUrl(homepage)
      return href ? [{ id, name, image_url, href }] : []
    })
    .slice(0, NAMED)
  if (apps.length === 0 && isWaiting)
    return (
      <div className="lk-stack" aria-busy="true">
        <VisuallyHidden>{shell('shell.loading')}</VisuallyHidden>
        <Skeleton shape="row" />
        <Skeleton shape="row" />
        <Skeleton shape="row" />
        <Skeleton shape="row" />
      </div>
    )
  if (apps.length === 0) return <p className="lk-empty lk-dim">{say('guide.none')}</p>
  return (
    <ul className="lk-stack" aria-label={say('guide.apps')}>
      {apps.map(({ id, name, href, image_url }) => (
        <li key={id}>
          <Row
            icon={<WalletIcon name={name} src={image_url} />}
            label={<bdi>{name}</bdi>}
            sublabel={<bdi dir="ltr">{new URL(href).hostname}</bdi>}
            href={href}
          />
        </li>
      ))}
    </ul>
  )
}

/** The wallets that the service lists, best first. */
function useDirectory(): { wallets: readonly CustomWallet[]; isWaiting: boolean } {
  const open = useOpen()
  const holder = useDirectoryHolder()
  useEffect(() => {
    if (open) holder.start()
  }, [open, holder])
  const { wallets, count, error } = useSlice(useSlice(holder)?.all ?? UNKNOWN)
  const isLate = useIsLate(true, PATIENCE)
  return { wallets, isWaiting: count === undefined && error === undefined && !isLate }
}

/** What a network is, for somebody who is asked to choose one. */
export function WhatIsANetworkView(): ReactElement {
  const config = useConfig()
  const say = useHomeSay()
  return (
    <div className="lk-stack" data-gap="16">
      <Points
        points={[
          { icon: 'network', title: 'guide.apart', help: 'guide.apartHelp' },
          { icon: 'clock', title: 'guide.fees', help: 'guide.feesHelp' },
          { icon: 'arrow-right', title: 'guide.same', help: 'guide.sameHelp' },
        ]}
      />
      <Button onClick={() => goBack(config)}>{say('guide.understood')}</Button>
    </div>
  )
}

type Point = { icon: IconName; title: HomeSayable; help: HomeSayable }

function Points({ points }: { points: readonly Point[] }): ReactElement {
  const say = useHomeSay()
  return (
    <>
      <StyleSheet css={css} />
      <ul className="lk-guide">
        {points.map(({ icon, title, help }) => (
          <li key={title} className="lk-guide-point">
            <span className="lk-guide-icon">
              <Icon name={icon} />
            </span>
            <div>
              <p className="lk-guide-title">{say(title)}</p>
              <p className="lk-small lk-dim">{say(help)}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Whether this page signs in by e-mail. */
function useEmail(): boolean {
  const config = useConfig()
  const { connectors } = useSlice(config.connectors)
  const { email } = useSlice(config.features)
  return email && connectors.some((connector) => connector.email !== undefined)
}

function EmailButton({ small = false }: { small?: boolean }): ReactElement {
  const config = useConfig()
  const say = useHomeSay()
  return (
    <Button
      variant={small ? 'secondary' : 'primary'}
      size={small ? 'small' : 'normal'}
      onClick={() => reset(config, { name: 'Connect' })}
    >
      {say('guide.withEmail')}
    </Button>
  )
}
