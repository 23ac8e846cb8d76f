import { activeConnector, readPlatform, walletLinksOf } from '@latchkey/core'
import { useAccount, useConfig } from '@latchkey/react'
import { LiveRegion } from '@latchkey/ui'
import { type ReactElement, useMemo } from 'react'
import { useStillHere } from '../../attempts/useIsLate.ts'
import { useSay } from '../../locales/LocaleContext.tsx'
import { ConnectingHero, ConnectingStyles } from '../../parts/ConnectingHero.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'

/** The way to the app that a request waits in. */
export function RequestInWalletView(): ReactElement {
  const config = useConfig()
  const say = useSay()
  const { connectedWalletInfo } = useAccount()
  const name = connectedWalletInfo?.name ?? say('connecting.anyWallet')
  const still = useStillHere()
  const connector = activeConnector(config)
  const [link, other] = useMemo(
    () =>
      walletLinksOf(
        connector?.peerRedirect?.() ?? {},
        readPlatform(window),
        config.options.preferUniversalLinks !== false,
      ),
    [config, connector],
  )
  const notOpened = still.isHere ? say('connecting.notOpened', { name }) : ''
  return (
    <>
      <ConnectingStyles />
      <div className="lk-stack" data-gap="12">
        <ConnectingHero
          name={name}
          icon={connectedWalletInfo?.icon}
          waiting
          title={say('inWallet.waiting', { name })}
          help={say('inWallet.help')}
        />
        {link ? (
          <LinkButton href={link.href} target={link.target} variant="primary" onClick={still.watch}>
            {say('connecting.open', { name })}
          </LinkButton>
        ) : null}
        {notOpened && other ? (
          <>
            <p className="lk-small lk-dim lk-center">{notOpened}</p>
            <LinkButton href={other.href} target={other.target}>
              {say('connecting.openOtherWay', { name })}
            </LinkButton>
          </>
        ) : null}
        <LiveRegion message={notOpened} />
      </div>
    </>
  )
}
