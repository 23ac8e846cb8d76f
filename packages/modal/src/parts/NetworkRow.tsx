import type { Network } from '@latchkey/core'
import { Row } from '@latchkey/ui'
import type { ReactElement } from 'react'
import { NetworkIcon } from './NetworkIcon.tsx'
import type { NetworkSwitch } from './useNetworkSwitch.ts'

export type NetworkRowProps = {
  network: Network
  switching: NetworkSwitch
  /** What choosing it leads to, where that is more than a switch. */
  note?: string | undefined
  /** The list only tells. */
  readOnly?: boolean
}

/** One network of a list. */
export function NetworkRow({ network, switching, note, readOnly = false }: NetworkRowProps): ReactElement {
  return (
    <Row
      icon={<NetworkIcon network={network} />}
      label={<bdi>{network.name}</bdi>}
      sublabel={note}
      current={network.caipNetworkId === switching.activeId}
      busy={network === switching.pending}
      onClick={readOnly ? undefined : () => switching.choose(network)}
    />
  )
}
