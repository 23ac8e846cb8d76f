import { type Accent, computeAccent, contrast, parseColor, type Theme } from '@latchkey/ui/accent'

/** WCAG 1.4.3: text of any size. */
export const READABLE = 4.5

/** What becomes of an accent in one theme. */
export type AccentContrast = {
  theme: Theme
  /** The colours that the modal takes. */
  colors: Accent
  /** Of the label on a button in exactly this accent, white or black, whichever the modal would take. */
  asGiven: number
  /** Of the label on the button that the modal draws. */
  shown: number
  /** The modal takes another shade for the button, because the label could not be read. */
  isMoved: boolean
}

const ratio = (one: string, other: string): number => {
  const [a, b] = [parseColor(one), parseColor(other)]
  return a && b ? contrast([a[0], a[1], a[2]], [b[0], b[1], b[2]]) : 1
}

/** How readable an accent is in a theme, and what the modal makes of it; undefined for what is no colour. */
export function accentContrast(accent: string, theme: Theme): AccentContrast | undefined {
  const colors = computeAccent(accent, theme)
  if (!colors) return undefined
  return {
    theme,
    colors,
    asGiven: ratio(colors.accent, colors.on),
    shown: ratio(colors.fill, colors.on),
    isMoved: colors.fill !== colors.accent,
  }
}
