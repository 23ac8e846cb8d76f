import { contrast, type Rgb } from './contrast.ts'
import { parseColor } from './parseColor.ts'

/** An accent and what stands on it, as hex colours. Each name is a custom property: `--lk-accent`, `--lk-accent-fill`, … */
export type Accent = {
  /** The accent itself, opaque. */
  accent: string
  /** Ground of the primary button: the accent, moved no further than its text needs. */
  fill: string
  /** Text on `fill`, ≥ 4.5:1. */
  on: string
  /** The accent as text, icon and focus ring, ≥ 4.5:1 on every surface of the theme. */
  text: string
}

export type Theme = 'dark' | 'light'

const white: Rgb = [255, 255, 255]
const black: Rgb = [0, 0, 0]
/** Background, first and second surface, as in tokens.css. */
const surfaces: Record<Theme, readonly [Rgb, Rgb, Rgb]> = {
  dark: [
    [18, 19, 19],
    [27, 29, 29],
    [37, 39, 39],
  ],
  light: [
    [255, 255, 255],
    [245, 246, 246],
    [235, 237, 237],
  ],
}
const readable = 4.5
const steps = 100

const mix = (from: Rgb, to: Rgb, share: number): Rgb => {
  const channel = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share)
  return [channel(0), channel(1), channel(2)]
}
const toHex = (color: Rgb): string =>
  `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`

/** The first colour on the way to the end that will do; the end always does. */
const walk = (from: Rgb, to: Rgb, enough: (color: Rgb) => boolean): Rgb => {
  for (let step = 0; step < steps; step++) {
    const color = mix(from, to, step / steps)
    if (enough(color)) return color
  }
  return to
}

/**
 * Reads the accent that a host page asks for and makes it readable in a theme (WCAG 1.4.3). Hex, `rgb[a]` and `hsl[a]` only;
 * anything else is undefined, and the default stays. A transparent accent is laid over the background first.
 * @example computeAccent('#ffcc00', 'light') // { accent: '#ffcc00', fill: '#ffcc00', on: '#000000', text: '#826800' }
 */
export const computeAccent = (accent: string, theme: Theme = 'dark'): Accent | undefined => {
  const color = parseColor(accent)
  if (!color) return undefined
  const [red, green, blue, alpha] = color
  const grounds = surfaces[theme]
  const away = theme === 'dark' ? white : black
  const opaque = mix(grounds[0], [red, green, blue], alpha)
  // A button must not melt into its card.
  const visible = walk(opaque, away, (tried) => contrast(tried, grounds[0]) >= 1.25)
  const onWhite = contrast(visible, white)
  // A middle tone carries white once it is a shade darker; a light one carries black as it is.
  const fill = onWhite >= 3 ? walk(visible, black, (tried) => contrast(tried, white) >= readable) : visible
  return {
    accent: toHex(opaque),
    fill: toHex(fill),
    on: toHex(onWhite >= 3 ? white : black),
    text: toHex(
      walk(opaque, away, (tried) => grounds.every((ground) => contrast(tried, ground) >= readable)),
    ),
  }
}
