/** Where a badge sits in a picture of 96 × 96: the middle of a dark disc. */
const BADGE = { x: 31, y: 65, radius: 12.5 }
/** The light mark in it lies within half this height; down the middle it is light, dark, light and dark. */
const MARK_HEIGHT = 7.5
const MIDDLE = [
  { y: 60, isLight: true },
  { y: 62, isLight: false },
  { y: 65, isLight: true },
  { y: 69, isLight: false },
]
const DARK = 60
const LIGHT = 120

/**
 * Whether a wallet's picture bears the badge that some lists paint on it: a dark disc with a light mark, lower left.
 *
 * @param picture PNG, JPEG or WebP
 */
export async function hasBadge(picture: Uint8Array): Promise<boolean> {
  const { default: sharp } = await import('sharp')
  const pixels = await sharp(picture)
    .flatten({ background: '#808080' })
    .resize(96, 96)
    .greyscale()
    .raw()
    .toBuffer()
  const disc: number[] = []
  for (let at = 0; at < pixels.length; at += 1) {
    const y = Math.floor(at / 96) - BADGE.y
    if (Math.abs(y) > MARK_HEIGHT && Math.hypot((at % 96) - BADGE.x, y) <= BADGE.radius)
      disc.push(pixels[at] ?? 0)
  }
  const isDark = disc.filter((level) => level < DARK).length > disc.length * 0.9
  return (
    isDark &&
    MIDDLE.every(({ y, isLight }) => {
      const level = pixels[y * 96 + BADGE.x] ?? 0
      return isLight ? level > LIGHT : level < LIGHT
    })
  )
}
