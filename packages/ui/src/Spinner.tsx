import type { ReactElement } from 'react'

export type SpinnerProps = {
  /** Edge in px; default 20. */
  size?: number | undefined
  /** Accessible name. Without it the spinner is decoration. */
  label?: string | undefined
}

/** A turning ring. Where the shape of the result is known, use a `Skeleton`. */
export function Spinner({ size = 20, label }: SpinnerProps): ReactElement {
  return (
    <svg
      className="lk-spinner"
      viewBox="0 0 20 20"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <circle cx="10" cy="10" r="8" opacity=".2" />
      <path d="M10 2a8 8 0 0 1 8 8" />
    </svg>
  )
}
