import { goBack } from '@latchkey/core'
import { useConfig, useNetwork } from '@latchkey/react'
import type { ReactElement } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { ErrorCard } from '../../parts/ErrorCard.tsx'
import { NetworkRow } from '../../parts/NetworkRow.tsx'
import { SignOutRow } from '../../parts/SignOutRow.tsx'
import { useNetworkSwitch } from '../../parts/useNetworkSwitch.ts'

/** The wallet is on a network that the page does not serve: choose another, or leave. */
export function UnsupportedChainView(): ReactElement {
  const config = useConfig()
  const say = useSay()
  const { networks } = useNetwork()
  const switching = useNetworkSwitch(() => goBack(config))
  return (
    <div className="lk-stack" data-gap="16">
      <p className="lk-small lk-dim lk-center">{say('unsupported.help')}</p>
      {switching.failed ? <ErrorCard error={switching.failed.error} /> : null}
      <div className="lk-stack">
        {networks.map((network) => (
          <NetworkRow key={network.caipNetworkId} network={network} switching={switching} />
        ))}
      </div>
      <SignOutRow />
    </div>
  )
}
