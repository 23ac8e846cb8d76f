import { type ReactElement, useState } from 'react'

/** A wallet's picture, or its first letter in the same space. */
export function WalletIcon({ name, src }: { name: string; src: string | undefined }): ReactElement {
  const [failed, setFailed] = useState<string>()
  if (src !== undefined && src !== failed)
    return <img src={src} alt="" referrerPolicy="no-referrer" onError={() => setFailed(src)} />
  return (
    <span className="lk-monogram" aria-hidden="true">
      {[...name][0]?.toUpperCase()}
    </span>
  )
}
