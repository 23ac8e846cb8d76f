import type { ReactElement } from 'react'
import { symbolBeside } from './symbolBeside.ts'

export type AmountProps = {
  /** The number, already in the form of the reader's language. Absent or not a number is shown as "—". */
  value?: string | undefined
  /** Symbol or currency, small and dim. */
  unit?: string | undefined
  /** `hero` 36/44, `title` 24/32, `row` 16/24 (default). */
  size?: 'hero' | 'title' | 'row' | undefined
  /** Colours a change; the sign itself belongs to `value`. */
  tone?: 'plain' | 'success' | 'danger' | undefined
  /** What assistive technology says for "—". */
  unknownLabel?: string | undefined
}

/** A number with its unit, in tabular figures. */
export function Amount({
  value,
  unit,
  size = 'row',
  tone = 'plain',
  unknownLabel,
}: AmountProps): ReactElement {
  const known = value !== undefined && /\p{Nd}/u.test(value)
  return (
    <bdi className="lk-amount" data-size={size} data-tone={known ? tone : 'plain'} dir="ltr">
      {known ? (
        value
      ) : unknownLabel ? (
        <>
          <span aria-hidden="true">—</span>
          <span className="lk-hidden">{unknownLabel}</span>
        </>
      ) : (
        '—'
      )}
      {known && unit ? <span className="lk-unit">{symbolBeside(unit)}</span> : null}
    </bdi>
  )
}
