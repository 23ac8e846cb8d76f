import { type ReactNode, useState } from 'react'
import { LetterIcon } from './LetterIcon.tsx'

type WalletIconProps = {
  name: string
  src: string | undefined
  /** Stands there when there is no picture; default: the first letter of the name. */
  instead?: ReactNode
}

/** A wallet's picture, or its first letter in the same space. */
export function WalletIcon({ name, src, instead }: WalletIconProps): ReactNode {
  const [failed, setFailed] = useState<string>()
  if (src !== undefined && src !== failed)
    return <img src={src} alt="" referrerPolicy="no-referrer" onError={() => setFailed(src)} />
  return instead ?? <LetterIcon name={name} />
}
