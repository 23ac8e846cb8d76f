import type { Config, Network } from '@latchkey/core'
import { assetImageUrl, networkImageUrl } from '@latchkey/core/wallets'
import { useConfig } from '@latchkey/react/provider'
import type { ReactElement } from 'react'
import { networkPicture } from './networkPicture.ts'
import { WalletIcon } from './WalletIcon.tsx'

/** A network's picture, or its first letter. */
export function NetworkIcon({ network }: { network: Network | undefined }): ReactElement {
  const config = useConfig()
  return <WalletIcon name={network?.name ?? '?'} src={network && pictureUrl(config, network)} />
}

function pictureUrl(config: Config, network: Network): string | undefined {
  const known = networkPicture(network)
  return networkImageUrl(config, network) ?? (known && assetImageUrl(config, known))
}
