import type { ReactElement } from 'react'
import { classNames } from './classNames.ts'
import { iconPaths } from './iconPaths.ts'

/** The name of an icon in the set. */
export type IconName = keyof typeof iconPaths

export type IconProps = {
  name: IconName
  /** Edge in px; default 20. */
  size?: number | undefined
  /** Accessible name. Without it the icon is decoration and hidden from assistive technology. */
  label?: string | undefined
  className?: string | undefined
}

/** Icons that point along the line of text, and so turn round in right-to-left text. */
const mirrored: ReadonlySet<IconName> = new Set(['back', 'chevron', 'arrow-right', 'external', 'signout'])

/**
 * One icon of the set, in the colour of the text around it.
 * @example <Icon name="copy" />
 */
export function Icon({ name, size = 20, label, className }: IconProps): ReactElement {
  return (
    <svg
      className={classNames('lk-icon', mirrored.has(name) && 'lk-mirror', className)}
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
      <path d={iconPaths[name]} />
    </svg>
  )
}
