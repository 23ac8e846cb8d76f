import type { Network } from '@latchkey/core'
import type { ReactElement } from 'react'

/** A network's picture, or its first letter. */
export function NetworkIcon({ network }: { network: Network | undefined }): ReactElement {
  const source = network?.assets?.imageUrl
  if (source) return <img src={source} alt="" />
  return (
    <span className="lk-monogram" aria-hidden="true">
      {[...(network?.name ?? '?')][0]?.toUpperCase()}
    </span>
  )
}
