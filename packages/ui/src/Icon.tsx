import type { ReactElement } from 'react'
import { classNames } from './classNames.ts'
import { iconPaths } from './iconPaths.ts'
import { Outline } from './Outline.tsx'

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
export function Icon({ name, size, label, className }: IconProps): ReactElement {
  return (
    <Outline
      path={iconPaths[name]}
      size={size}
      label={label}
      className={classNames('lk-icon', mirrored.has(name) && 'lk-mirror', className)}
    />
  )
}
