import type { Network } from '@latchkey/core'
import { networkImageUrl } from '@latchkey/core/directory'
import { useConfig } from '@latchkey/react'
import { Row } from '@latchkey/ui'
import type { ReactElement } from 'react'
import type { NetworkSwitch } from './useNetworkSwitch.ts'
import { WalletIcon } from './WalletIcon.tsx'

type NetworkRowProps = {
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

/** A network's picture, or its first letter. */
export function NetworkIcon({ network }: { network: Network | undefined }): ReactElement {
  const config = useConfig()
  return <WalletIcon name={network?.name ?? '?'} src={network && networkImageUrl(config, network)} />
}
