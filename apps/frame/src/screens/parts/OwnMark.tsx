import { readOwnPicture } from '@latchkey/std/ownPicture'
import { Outline } from '@latchkey/ui'
import type { ReactElement } from 'react'

type OwnMarkProps = {
  /** As `nameOfPicture` gives it. */
  name: string
  /** Edge in px; default 24. */
  size?: number | undefined
}

/** The picture that a person chose for the wallet; nothing where there is none of this name. */
export function OwnMark({ name, size = 24 }: OwnMarkProps): ReactElement | null {
  const picture = readOwnPicture(name)
  if (!picture) return null
  return (
    <svg
      className="fr-own-mark"
      viewBox="0 0 28 28"
      width={size}
      height={size}
      color="#ffffff"
      aria-hidden="true"
    >
      <rect width="28" height="28" rx="7" fill={picture.colour} />
      <g transform="translate(4 4)">
        <Outline path={picture.path} />
      </g>
    </svg>
  )
}

/** The picture for a trust strip; undefined for a name that no picture has, where the key's glyph stands. */
export const markOf = (name: string): ReactElement | undefined =>
  readOwnPicture(name) && <OwnMark name={name} />
