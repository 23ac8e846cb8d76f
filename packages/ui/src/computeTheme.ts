import {
  applyAccent,
  black,
  contrast,
  type Grounds,
  mix,
  parseColor,
  type Rgb,
  readable,
  surfaces,
  type Theme,
  toHex,
  walk,
  white,
} from './computeAccent.ts'

/** What a page may change of the modal's looks, beside its accent. */
export type ThemeVariables = {
  accent?: string | undefined
  /** CSS colour of the card; what lies on it is made from it. */
  background?: string | undefined
  /** Font families, as in CSS. */
  font?: string | undefined
  /** Measure of all text, px. */
  fontSize?: number | undefined
  /** Measure of all corners, px. */
  radius?: number | undefined
  /** Width of the card, px. */
  width?: number | undefined
}

/** Text that stands on the grounds, as in tokens.css: text, text-2, success, warning, danger. */
const texts: Record<Theme, readonly Rgb[]> = {
  dark: [
    [242, 243, 243],
    [161, 166, 166],
    [95, 208, 143],
    [233, 185, 73],
    [255, 143, 137],
  ],
  light: [
    [20, 21, 21],
    [86, 92, 92],
    [18, 107, 59],
    [120, 81, 0],
    [179, 38, 30],
  ],
}
/** How far the surfaces are on the way from the background to the text. */
const SURFACE_1 = 0.042
const SURFACE_2 = 0.085
/** As in tokens.css. */
const accents: Record<Theme, string> = {
  dark: 'hsla(230, 100%, 67%, 1)',
  light: 'hsla(231, 100%, 70%, 1)',
}

const groundsOf = (background: Rgb, theme: Theme): Grounds => {
  const text = texts[theme][0] ?? white
  return [background, mix(background, text, SURFACE_1), mix(background, text, SURFACE_2)]
}

/**
 * Reads the background that a page asks for (hex, `rgb[a]`, `hsl[a]`) and makes the surfaces of it. A background that a
 * text of the theme could not be read on is moved no further than it must (WCAG 1.4.3): darker in the dark theme, lighter
 * in the light one. Anything that is no colour is undefined, and the default stays.
 * @example computeGrounds('#1d1a2b', 'dark')?.map(toHex) // ['#1d1a2b', '#262333', '#2f2c3c']
 */
export const computeGrounds = (background: string, theme: Theme): Grounds | undefined => {
  const color = parseColor(background)
  if (!color) return undefined
  const [red, green, blue, alpha] = color
  const opaque = mix(surfaces[theme][0], [red, green, blue], alpha)
  const isReadable = (tried: Rgb) =>
    groundsOf(tried, theme).every((ground) =>
      texts[theme].every((text) => contrast(text, ground) >= readable),
    )
  return groundsOf(walk(opaque, theme === 'dark' ? black : white, isReadable), theme)
}

/** Names of families with letters, digits, spaces and hyphens, in quotes or not. */
const fontForm = /^(?:[\w -]+|"[\w -]+"|'[\w -]+')(?:, *(?:[\w -]+|"[\w -]+"|'[\w -]+'))*$/

const pixels = (value: unknown, least: number, most: number): string | undefined =>
  typeof value === 'number' && value >= least && value <= most ? `${value}px` : undefined

/**
 * The custom properties that a page's variables stand for; undefined where one is left out or makes no sense, so that the
 * default holds.
 *
 * - `radius`: 0 to 8, default 4. A button has three of them, the card six.
 * - `fontSize`: 10 to 13, default 10. Text is 1.2 to 3.6 of them; below 10 a phone would zoom into each field.
 * - `width`: 320 to 480, default 360.
 */
export const computeMeasures = ({
  font,
  fontSize,
  radius,
  width,
}: ThemeVariables): Record<string, string | undefined> => ({
  '--lk-font':
    typeof font === 'string' && font.length <= 200 && fontForm.test(font)
      ? `${font}, system-ui, sans-serif`
      : undefined,
  '--lk-font-master': pixels(fontSize, 10, 13),
  '--lk-radius-master': pixels(radius, 0, 8),
  '--lk-width': pixels(width, 320, 480),
})

/**
 * Sets what a page asks for on the element that carries the tokens, through the CSSOM; what is left out or makes no sense
 * is taken away, so that the default holds.
 * @example applyTheme(host, { radius: 2, background: '#0d1117' }, 'dark')
 */
export const applyTheme = (element: HTMLElement, variables: ThemeVariables, theme: Theme): void => {
  const { accent, background } = variables
  const grounds = typeof background === 'string' ? computeGrounds(background, theme) : undefined
  const [ground, first, second] = (grounds ?? []).map(toHex)
  const properties = {
    ...computeMeasures(variables),
    '--lk-background': ground,
    '--lk-surface-1': first,
    '--lk-surface-2': second,
  }
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) element.style.removeProperty(name)
    else element.style.setProperty(name, value)
  }
  // On another ground the accent of the theme may have to be another shade too, and so where the page's makes no sense.
  const isSet = typeof accent === 'string' && applyAccent(element, accent, theme, grounds)
  if (!isSet) applyAccent(element, grounds && accents[theme], theme, grounds)
}
