import { activeAccount, findConnector, readPlatform, walletLinksOf } from '@latchkey/core'
import { useConfig, useSlice } from '@latchkey/react'
import { LiveRegion } from '@latchkey/ui'
import { type ReactElement, useMemo } from 'react'
import { useStillHere } from '../../attempts/useIsLate.ts'
import { useSay } from '../../locales/LocaleContext.tsx'
import { ConnectingHero, ConnectingStyles } from '../../parts/ConnectingHero.tsx'
import { LinkButton } from '../../parts/LinkButton.tsx'

/** The wallet that was asked, which another namespace may be connected to; without an id that of the page's account. */
function useAsked(asked: string | undefined) {
  const config = useConfig()
  const { byNamespace } = useSlice(config.accounts)
  const connectorId = asked ?? activeAccount(config).connectorId
  const account = Object.values(byNamespace).find((one) => one.connectorId === connectorId)
  return { connector: findConnector(config.connectors, connectorId), info: account?.connectedWalletInfo }
}

type RequestInWalletProps = { params: { connectorId: string | undefined } }

/** The way to the app that a request waits in. */
export function RequestInWalletView({ params }: RequestInWalletProps): ReactElement {
  const config = useConfig()
  const say = useSay()
  const { connector, info } = useAsked(params.connectorId)
  const name = info?.name ?? say('connecting.anyWallet')
  const still = useStillHere()
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
          icon={info?.icon}
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
