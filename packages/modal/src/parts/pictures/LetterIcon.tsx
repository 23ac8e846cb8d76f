import type { CSSProperties, ReactElement } from 'react'

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
