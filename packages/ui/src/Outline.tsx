import type { ReactElement } from 'react'

export type OutlineProps = {
  /** Path on a 20 px grid. */
  path: string
  /** Edge in px; default 20. */
  size?: number | undefined
  /** Accessible name. Without it the drawing is decoration and hidden from assistive technology. */
  label?: string | undefined
  className?: string | undefined
}

/**
 * A drawing in the manner of the icons, in the colour of the text around it: for one that a single view needs.
 * @example <Outline path="M4 4h12v8.5H4Z" />
 */
export function Outline({ path, size = 20, label, className = 'lk-icon' }: OutlineProps): ReactElement {
  return (
    <svg
      className={className}
      viewBox="0 0 20 20"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      focusable="false"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <path d={path} />
    </svg>
  )
}
