/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** Relative luminance (WCAG 2.2, definitions). */
const luminance = (color: Rgb): number => {
  const [red, green, blue] = color.map((channel) => {
    const value = channel / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
}

/** Contrast ratio of two opaque colours, 1 to 21 (WCAG 2.2, definitions). */
export const contrast = (one: Rgb, other: Rgb): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/** Red, green, blue (0 to 255) and alpha (0 to 1). */
type Color = readonly [red: number, green: number, blue: number, alpha: number]

const hexForm = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/
/** Name, three numbers with the same separator and the same unit, and an alpha. */
const functionForm =
  /^(rgb|hsl)a?\(([\d.]{1,9})(?:deg)?([, ])([\d.]{1,9})(%?)\3([\d.]{1,9})\5(?:[,/]([\d.]{1,9})(%?))?\)$/

const readHex = (text: string): Color => {
  const digits = text.length < 6 ? text.slice(1).replace(/./g, '$&$&') : text.slice(1)
  const at = (index: number) => Number.parseInt(digits.slice(index * 2, index * 2 + 2) || 'ff', 16)
  return [at(0), at(1), at(2), at(3) / 255]
}

/** CSS Color 4, section 7.1: converting HSL colors to sRGB. */
const hslToRgb = (hue: number, saturation: number, lightness: number): [number, number, number] => {
  const channel = (n: number) => {
    const k = (n + hue / 30) % 12
    const reach = saturation * Math.min(lightness, 1 - lightness)
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  }
  return [channel(0), channel(8), channel(4)]
}

/**
 * Reads a hex, `rgb()`, `rgba()`, `hsl()` or `hsla()` colour (CSS Color 4). Anything else is undefined: names, `var()`,
 * other functions, numbers out of range, and whatever follows the closing bracket.
 * @example parseColor('hsla(230, 100%, 67%, 1)') // [87, 115, 255, 1]
 */
export const parseColor = (text: string): Color | undefined => {
  if (text.length > 64) return undefined
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/ *([,/()]) */g, '$1')
  if (hexForm.test(plain)) return readHex(plain)
  const [, name, first, , second, unit, third, fourth = '1', percent] = functionForm.exec(plain) ?? []
  const isHsl = name === 'hsl'
  const [x, y, z] = [Number(first), Number(second), Number(third)]
  const alpha = Number(fourth) / (percent ? 100 : 1)
  // A number that is none compares false, and is refused with those out of range.
  const inRange = isHsl ? x <= 360 && y <= 100 && z <= 100 : x <= 255 && y <= 255 && z <= 255
  if (!name || isHsl !== (unit === '%') || !inRange || !(alpha <= 1)) return undefined
  const rgb = isHsl ? hslToRgb(x, y / 100, z / 100) : [Math.round(x), Math.round(y), Math.round(z)]
  return [rgb[0] ?? 0, rgb[1] ?? 0, rgb[2] ?? 0, alpha]
}

/**
 * Sets the accent on the element that carries the tokens (the shadow host or the root element), through the CSSOM.
 * An invalid accent takes the setting away, so the default holds, and the answer is false.
 * @example applyAccent(document.documentElement, '#0a7', 'light')
 */
export const applyAccent = (
  element: HTMLElement,
  accent: string | undefined,
  theme: Theme,
  grounds?: Grounds,
): boolean => {
  const computed = accent === undefined ? undefined : computeAccent(accent, theme, grounds)
  const properties = {
    '--lk-accent': computed?.accent,
    '--lk-accent-fill': computed?.fill,
    '--lk-on-accent': computed?.on,
    // Under the pointer the ground moves away from its text: towards it, the text would be less readable.
    '--lk-accent-lift': computed && (computed.on === '#ffffff' ? '#000000' : '#ffffff'),
    '--lk-accent-text': computed?.text,
  }
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) element.style.removeProperty(name)
    else element.style.setProperty(name, value)
  }
  return computed !== undefined
}

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

/** Background, first and second surface. */
export type Grounds = readonly [background: Rgb, first: Rgb, second: Rgb]

export const white: Rgb = [255, 255, 255]
export const black: Rgb = [0, 0, 0]
/** As in tokens.css. */
export const surfaces: Record<Theme, Grounds> = {
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
/** WCAG 1.4.3, for text of any size. */
export const readable = 4.5
const steps = 100

export const mix = (from: Rgb, to: Rgb, share: number): Rgb => {
  const channel = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share)
  return [channel(0), channel(1), channel(2)]
}
export const toHex = (color: Rgb): string =>
  `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`

/** The first colour on the way to the end that will do; the end always does. */
export const walk = (from: Rgb, to: Rgb, enough: (color: Rgb) => boolean): Rgb => {
  for (let step = 0; step < steps; step++) {
    const color = mix(from, to, step / steps)
    if (enough(color)) return color
  }
  return to
}

/** Between the brightest and the darkest channel: less is a grey. */
const GREY = 16
/** The second surface, which the second button lies on, has up to 1.25 to the background. */
const MELTS = 1.6

/** A grey that hardly shows on its card would make the first button look like the second: the theme's other end stands for it. */
const shownOf = (color: Rgb, ground: Rgb, away: Rgb): Rgb =>
  Math.max(...color) - Math.min(...color) < GREY && contrast(color, ground) < MELTS ? away : color

/**
 * Reads the accent that a host page asks for and makes it readable in a theme (WCAG 1.4.3). Hex, `rgb[a]` and `hsl[a]` only;
 * anything else is undefined, and the default stays. A transparent accent is laid over the background first.
 * @param grounds what it stands on; default: those of the theme
 * @example computeAccent('#ffcc00', 'light') // { accent: '#ffcc00', fill: '#ffcc00', on: '#000000', text: '#826800' }
 */
export const computeAccent = (
  accent: string,
  theme: Theme = 'dark',
  grounds: Grounds = surfaces[theme],
): Accent | undefined => {
  const color = parseColor(accent)
  if (!color) return undefined
  const [red, green, blue, alpha] = color
  const away = theme === 'dark' ? white : black
  const opaque = mix(grounds[0], [red, green, blue], alpha)
  const shown = shownOf(opaque, grounds[0], away)
  // A button must not melt into its card.
  const visible = walk(shown, away, (tried) => contrast(tried, grounds[0]) >= 1.25)
  const onWhite = contrast(visible, white)
  // A middle tone carries white once it is a shade darker; a light one carries black as it is.
  const fill = onWhite >= 3 ? walk(visible, black, (tried) => contrast(tried, white) >= readable) : visible
  return {
    accent: toHex(opaque),
    fill: toHex(fill),
    on: toHex(onWhite >= 3 ? white : black),
    text: toHex(walk(shown, away, (tried) => grounds.every((ground) => contrast(tried, ground) >= readable))),
  }
}
