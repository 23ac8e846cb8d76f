import { type ReactElement, useId } from 'react'
import { avatarShape } from './avatarShape.ts'

export type AvatarProps = {
  /** Any text; the same text has the same picture. */
  seed: string
  /** Edge in px; default 40. */
  size?: number | undefined
  /** A picture to show instead. */
  src?: string | undefined
  /** Accessible name; without it the avatar is decoration. */
  label?: string | undefined
}

/**
 * A round picture made from a text.
 * @example <Avatar seed={address} size={64} />
 */
export function Avatar({ seed, size = 40, src, label }: AvatarProps): ReactElement {
  const clip = useId()
  if (src !== undefined) {
    return <img className="lk-avatar" src={src} width={size} height={size} alt={label ?? ''} />
  }
  const { ground, hill, sun, hillX, sunX, sunY } = avatarShape(seed)
  return (
    <svg
      className="lk-avatar"
      viewBox="0 0 40 40"
      width={size}
      height={size}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <clipPath id={clip}>
        <circle cx="20" cy="20" r="20" />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <rect width="40" height="40" fill={ground} />
        <circle cx={sunX} cy={sunY} r="5" fill={sun} />
        <circle cx={hillX} cy="44" r="20" fill={hill} />
      </g>
    </svg>
  )
}
