import type { Network } from '@latchkey/core'
import { Row } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { NetworkIcon } from './NetworkIcon.tsx'
import type { NetworkSwitch } from './useNetworkSwitch.ts'

/** One network of a list. */
export function NetworkRow({
  network,
  switching,
}: {
  network: Network
  switching: NetworkSwitch
}): ReactElement {
  return (
    <Row
      icon={<NetworkIcon network={network} />}
      label={network.name}
      current={network.caipNetworkId === switching.activeId}
      busy={network === switching.pending}
      onClick={() => switching.choose(network)}
    />
  )
}
