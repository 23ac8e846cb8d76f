import type { CustomWallet } from '@latchkey/core'
import { type ReactElement, useState } from 'react'

/** A wallet's picture, or its first letter in the same space. */
export function WalletImage({ wallet }: { wallet: CustomWallet }): ReactElement {
  const [failed, setFailed] = useState<string>()
  const url = wallet.image_url
  if (url === undefined || url === failed)
    return (
      <span className="lk-monogram" aria-hidden="true">
        {[...wallet.name][0]?.toUpperCase()}
      </span>
    )
  return (
    <img
      src={url}
      alt=""
      width={48}
      height={48}
      decoding="async"
      referrerPolicy="no-referrer"
      draggable={false}
      onError={() => setFailed(url)}
    />
  )
}
