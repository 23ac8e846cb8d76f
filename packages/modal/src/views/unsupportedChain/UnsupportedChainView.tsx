import { close, goBack } from '@latchkey/core'
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
  const { networks, caipNetworkId } = useNetwork()
  const switching = useNetworkSwitch(() =>
    // Opened by core it is the only view, and has been closed with the switch.
    config.router.getState().stack.length > 1 ? goBack(config) : close(config),
  )
  const namespace = caipNetworkId.split(':')[0]
  const same = networks.filter(({ chainNamespace }) => chainNamespace === namespace)
  const { failed, choose } = switching
  return (
    <div className="lk-stack" data-gap="16">
      <p className="lk-small lk-dim lk-center">{say('unsupported.help')}</p>
      {failed ? (
        <ErrorCard
          error={failed.error}
          action={{ label: say('shell.tryAgain'), onClick: () => choose(failed.network) }}
        />
      ) : null}
      <div className="lk-stack">
        {(same.length > 0 ? same : networks).map((network) => (
          <NetworkRow
            key={network.caipNetworkId}
            network={network}
            switching={switching}
            readOnly={!config.enableNetworkSwitch}
          />
        ))}
      </div>
      <SignOutRow />
    </div>
  )
}
