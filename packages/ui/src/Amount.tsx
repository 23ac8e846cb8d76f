import type { ReactElement } from 'react'

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

/** Beside a number nothing else of a symbol could be taken for more of the number: not `000 USDC`, nor `billion USDC`. */
const PLAIN = /^[$€£]?\p{L}\S*$/u

/**
 * A token's symbol as it may stand beside a number: in quotation marks, where it could be read as part of it. Its contract
 * wrote it.
 * @example symbolBeside('000 USDC') // '“000 USDC”'
 */
export const symbolBeside = (symbol: string): string =>
  symbol === '' || PLAIN.test(symbol) ? symbol : `“${symbol}”`

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
