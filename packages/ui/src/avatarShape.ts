export type AvatarShape = {
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
