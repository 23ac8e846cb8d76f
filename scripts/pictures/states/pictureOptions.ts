import { parseArgs } from 'node:util'

const THEMES = ['dark', 'light', 'forced'] as const
const WIDTHS = [320, 388, 1280] as const

export type Theme = (typeof THEMES)[number]
export type Variant = { lang: string; theme: Theme; width: number }
export type PictureOptions = {
  /** A view, or a view and a state: `Connect`, `Connect/default`, `frame-send`. */
  only?: string
  variants: readonly Variant[]
  /** The folder of an earlier run. */
  against?: string
  /** Where the pictures go; default `.latchkey/pictures`. */
  into?: string
}

const cross = (langs: readonly string[], themes: readonly Theme[], widths: readonly number[]): Variant[] =>
  langs.flatMap((lang) => themes.flatMap((theme) => widths.map((width) => ({ lang, theme, width }))))

const nameOf = ({ lang, theme, width }: Variant) => `${lang}-${theme}-${width}`

/**
 * Reads the command line. Without options English comes in every theme, and every language in the dark one, at each width;
 * `--all` asks for every combination, and an option narrows its own axis.
 *
 * @param longest the language with the longest words
 * @throws Error for an option or a value that there is not
 *
 * @example
 * pictureOptions(['--only', 'Connect', '--theme', 'dark', '--width', '388', '--lang', 'de'], 'es')
 */
export function pictureOptions(args: readonly string[], longest: string): PictureOptions {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      only: text,
      theme: text,
      width: text,
      lang: text,
      against: text,
      into: text,
      all: { type: 'boolean' },
    },
  })
  const theme = THEMES.find((one) => one === values.theme)
  if (values.theme !== undefined && !theme) throw new Error(`--theme is one of ${THEMES.join(', ')}.`)
  const width = values.width === undefined ? undefined : Number(values.width)
  if (width !== undefined && !(Number.isInteger(width) && width >= 200 && width <= 4000))
    throw new Error('--width is a number of pixels from 200 to 4000.')
  const langs = values.lang === undefined ? [...new Set(['en', 'de', 'ar', longest])] : [values.lang]
  const themes = theme ? [theme] : THEMES
  const widths = width === undefined ? WIDTHS : [width]
  const isWhole = values.all === true || values.lang !== undefined || theme !== undefined
  const variants = isWhole
    ? cross(langs, themes, widths)
    : [...cross(['en'], themes, widths), ...cross(langs.slice(1), ['dark'], widths)]
  return {
    variants: [...new Map(variants.map((variant) => [nameOf(variant), variant])).values()],
    ...(values.only === undefined ? {} : { only: values.only }),
    ...(values.against === undefined ? {} : { against: values.against }),
    ...(values.into === undefined ? {} : { into: values.into }),
  }
}

/** A state of a workbench, and where it is shown. */
export type State = { view: string; state: string; path: string }

/** `Connect/default/de-dark-388.png` */
export const pictureName = ({ view, state }: Pick<State, 'view' | 'state'>, variant: Variant): string =>
  `${view}/${state}/${nameOf(variant)}.png`

/** Whether `--only` asks for a state. */
export function isWanted(only: string | undefined, { view, state }: Pick<State, 'view' | 'state'>): boolean {
  if (only === undefined) return true
  const wanted = only.toLowerCase().split(',')
  return [view, `${view}/${state}`].some((name) => wanted.includes(name.toLowerCase()))
}
