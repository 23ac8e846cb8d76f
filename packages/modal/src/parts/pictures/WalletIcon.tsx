import { type CSSProperties, type ReactElement, type ReactNode, useState } from 'react'

type WalletIconProps = {
  name: string
  src: string | undefined
  /** Stands there when there is no picture; default: the first letter of the name. */
  instead?: ReactNode
}

/** A wallet's picture, or its first letter in the same space. */
export function WalletIcon({ name, src, instead }: WalletIconProps): ReactElement {
  const [failed, setFailed] = useState<string>()
  if (src !== undefined && src !== failed)
    return <img src={src} alt="" referrerPolicy="no-referrer" onError={() => setFailed(src)} />
  return <>{instead ?? <LetterIcon name={name} />}</>
}

/** One of 360, the same for a name at every place and time. */
const hueOf = (name: string): number =>
  [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 0)

/** The first letter of a name, where there is no picture. */
export const LetterIcon = ({ name }: { name: string }): ReactElement => (
  <span
    className="lk-monogram lk-letter"
    style={{ '--lk-hue': hueOf(name) } as CSSProperties}
    aria-hidden="true"
  >
    {[...name][0]?.toUpperCase()}
  </span>
)
