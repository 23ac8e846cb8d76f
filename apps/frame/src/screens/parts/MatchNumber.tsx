import type { ReactElement } from 'react'

/** The number that another page must show too, so that the person confirms this sign-in and no other. */
export function MatchNumber({
  label,
  number,
  done = false,
}: {
  label: string
  number: string
  done?: boolean | undefined
}): ReactElement {
  return (
    <p className="fr-match" data-done={done || undefined}>
      <span className="lk-small lk-dim">{label}</span>
      <strong className="fr-match-number" dir="ltr">
        {number}
      </strong>
    </p>
  )
}
