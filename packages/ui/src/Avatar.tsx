import { type ReactElement, useId, useState } from 'react'

type AvatarShape = {
  ground: string
  hill: string
  sun: string
  hillX: number
  sunX: number
  sunY: number
}

/** FNV-1a, 32 bits: even enough for colours, and the same everywhere. It protects nothing. */
const hash = (text: string): number => {
  let value = 0x811c9dc5
  for (const character of text) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  }
  // A last stir: without it the final characters hardly reach the high bits.
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d) >>> 0
  return (value ^ (value >>> 12)) >>> 0
}

/**
 * Colours and places of the avatar of a text. The same text has the same avatar; letter case does not matter,
 * because a checksummed and a plain address are one account.
 */
export const avatarShape = (seed: string): AvatarShape => {
  const bits = hash(seed.toLowerCase())
  const hue = bits % 360
  const turn = 24 + ((bits >>> 9) % 32)
  return {
    ground: `hsl(${hue},26%,46%)`,
    hill: `hsl(${(hue + turn) % 360},30%,62%)`,
    sun: `hsl(${(hue + 360 - turn) % 360},38%,82%)`,
    hillX: 6 + ((bits >>> 14) % 28),
    sunX: 10 + ((bits >>> 19) % 20),
    sunY: 9 + ((bits >>> 24) % 10),
  }
}

export type AvatarProps = {
  /** Any text; the same text has the same picture. */
  seed: string
  /** Edge in px; default 40. */
  size?: number | undefined
  /** A picture to show instead, where it can be had. */
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
  const [failed, setFailed] = useState<string>()
  if (src !== undefined && src !== failed) {
    return (
      <img
        className="lk-avatar"
        src={src}
        width={size}
        height={size}
        alt={label ?? ''}
        referrerPolicy="no-referrer"
        onError={() => setFailed(src)}
      />
    )
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
