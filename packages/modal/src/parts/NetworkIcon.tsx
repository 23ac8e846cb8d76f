import type { Network } from '@latchkey/core'
import { networkImageUrl } from '@latchkey/core/directory'
import { useConfig } from '@latchkey/react/provider'
import type { ReactElement } from 'react'
import { WalletIcon } from './WalletIcon.tsx'

/** A network's picture, or its first letter. */
export function NetworkIcon({ network }: { network: Network | undefined }): ReactElement {
  const config = useConfig()
  return <WalletIcon name={network?.name ?? '?'} src={network && networkImageUrl(config, network)} />
}
