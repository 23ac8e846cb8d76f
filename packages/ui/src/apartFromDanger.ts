import { parseColor } from './computeAccent.ts'

/** Degrees on either side of pure red in which a colour looks like danger (hue 358 to 3 in every theme). */
const RED = 35
/** Colours with less between their channels than this (0 to 255) are greys. */
const GREY = 40

/**
 * Keeps an accent that a page asks for apart from the wallet's danger: a red is turned to the nearest hue that is none,
 * with its saturation and lightness. What is not a plain colour comes back as it is, and is refused where it is used.
 *
 * @example apartFromDanger('#e00000') // 'hsla(35,100.0%,43.9%,1.000)'
 */
export function apartFromDanger(accent: string): string {
  const [red = 0, green = 0, blue = 0, alpha = 1] = parseColor(accent) ?? []
  const high = Math.max(red, green, blue)
  const low = Math.min(red, green, blue)
  const spread = high - low
  // Where red is not the highest channel the hue is 60 or more away from it.
  if (spread < GREY || red !== high) return accent
  const hue = (60 * (green - blue)) / spread
  if (Math.abs(hue) >= RED) return accent
  const lightness = (high + low) / 510
  const saturation = spread / 255 / (1 - Math.abs(2 * lightness - 1))
  const percent = (share: number) => `${Math.min(100, share * 100).toFixed(1)}%`
  return `hsla(${hue < 0 ? 360 - RED : RED},${percent(saturation)},${percent(lightness)},${alpha.toFixed(3)})`
}
