import type { ReactElement } from 'react'
import { classNames } from './classNames.ts'
import { Outline } from './Outline.tsx'

const circle = 'M10 2.75a7.25 7.25 0 1 0 0 14.5 7.25 7.25 0 0 0 0-14.5Z'

/** Outlines on a 20 px grid, drawn with a 1.5 px stroke. */
const iconPaths = {
  alert: 'M10 3.25 2.5 16.25h15ZM10 8v3.75M10 14h.01',
  'arrow-down': 'M10 4v12M5 11l5 5 5-5',
  'arrow-right': 'M4 10h12M11 5l5 5-5 5',
  'arrow-up': 'M10 16V4M5 9l5-5 5 5',
  back: 'M12 4.5 6.5 10l5.5 5.5',
  check: 'M4 10.5 8 14.5 16 6',
  chevron: 'm8 5.5 4.5 4.5L8 14.5',
  clock: `${circle}M10 6v4.25l2.75 1.75`,
  close: 'm5 5 10 10M15 5 5 15',
  contract:
    'M11.5 2.75H6a1.5 1.5 0 0 0-1.5 1.5v11.5a1.5 1.5 0 0 0 1.5 1.5h8a1.5 1.5 0 0 0 1.5-1.5v-9ZM11.5 2.75v4h4M8.75 10 7 12l1.75 2M11.25 10 13 12l-1.75 2',
  copy: 'M7.5 7.5V5A1.5 1.5 0 0 1 9 3.5h6A1.5 1.5 0 0 1 16.5 5v6a1.5 1.5 0 0 1-1.5 1.5h-2.5M5 7.5h6A1.5 1.5 0 0 1 12.5 9v6a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 15V9A1.5 1.5 0 0 1 5 7.5Z',
  dots: 'M4.25 10h.5M9.75 10h.5M15.25 10h.5',
  external:
    'M8.5 4.5H5A1.5 1.5 0 0 0 3.5 6v9A1.5 1.5 0 0 0 5 16.5h9a1.5 1.5 0 0 0 1.5-1.5v-3.5M12 3.5h4.5V8M16 4l-7 7',
  flip: 'M6.5 16V4M3.5 7l3-3 3 3M13.5 4v12M10.5 13l3 3 3-3',
  info: `${circle}M10 9.25v4.25M10 6.5h.01`,
  key: 'M11.45 11.55a4.5 4.5 0 1 0-3-3l-5.7 5.7v3h3v-2h2v-2h2ZM13.5 6.5h.01',
  language:
    'M2.75 5.25h8M6.75 3.25v2M9 5.25c-.75 3.25-3 6-6 7.5M4.5 7.75c1 2 2.75 3.75 5 4.75M9.5 16.75l3.75-8.5 3.75 8.5M10.75 14h5',
  lock: 'M5.5 8.75h9a1.5 1.5 0 0 1 1.5 1.5v5.25a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 4 15.5v-5.25a1.5 1.5 0 0 1 1.5-1.5ZM6.5 8.75V6.5a3.5 3.5 0 0 1 7 0v2.25M10 12v1.75',
  mail: 'M4 4.5h12A1.5 1.5 0 0 1 17.5 6v8a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 14V6A1.5 1.5 0 0 1 4 4.5ZM3 5.5l7 5.25 7-5.25',
  network: `${circle}M2.75 10h14.5M10 2.75c2 2 3 4.5 3 7.25s-1 5.25-3 7.25c-2-2-3-4.5-3-7.25s1-5.25 3-7.25Z`,
  qr: 'M3.5 3.5h5v5h-5ZM11.5 3.5h5v5h-5ZM3.5 11.5h5v5h-5ZM11.5 11.5h2v2.5M16.5 11.5V13M11.5 16.5h1M15.5 16.5h1V16',
  search: 'M9 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM13 13l3.75 3.75',
  settings:
    'M3 6.5h8M15 6.5h2M3 13.5h2M9 13.5h8M13 4.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM7 11.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z',
  shield: 'M10 2.75 4 5v4.5c0 3.75 2.5 6.5 6 7.75 3.5-1.25 6-4 6-7.75V5Z',
  signout: 'M8 3.5H5A1.5 1.5 0 0 0 3.5 5v10A1.5 1.5 0 0 0 5 16.5h3M8.5 10h8M13 6.5l3.5 3.5-3.5 3.5',
  success: `${circle}M6.75 10.25 9 12.5l4.25-4.75`,
  user: 'M10 10a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3.5 17c.5-3 3.2-4.5 6.5-4.5s6 1.5 6.5 4.5',
  wallet:
    'M15 6.5V5a1.5 1.5 0 0 0-1.5-1.5h-9a2 2 0 0 0-2 2v8.75a2 2 0 0 0 2 2H16a1.5 1.5 0 0 0 1.5-1.5V8A1.5 1.5 0 0 0 16 6.5H4a1.5 1.5 0 0 1-1.4-1M13.75 11.25h.01',
} as const

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
