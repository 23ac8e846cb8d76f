/**
 * How the modal looks on one page. What is left out, out of its range, or no colour is as it is by default; colours are
 * moved as far as texts need to be read (WCAG 1.4.3, 4.5:1). The wallet's own screens take mode and accent alone.
 */
export type ThemeVariables = {
  /** CSS colour (hex, rgb or hsl) of the one thing to do next; `accent` wins where both are set. */
  accent?: string | undefined
  /** CSS colour (hex, rgb or hsl) of the card; its surfaces are made from it. Darker in dark mode, lighter in light. */
  background?: string | undefined
  /** Font families, as in CSS: `"Inter", sans-serif`. The page loads them. */
  font?: string | undefined
  /** Measure of all text, px: 10 (default) to 13. A label has 1.6 of it. */
  fontSize?: number | undefined
  /** Measure of all corners, px: 0 to 8, default 4. A button has three of it, the card six. */
  radius?: number | undefined
  /** Width of the card, px: 320 to 480, default 360. On a phone it is as wide as the screen. */
  width?: number | undefined
}

/** The accent that holds. */
export const accentOf = ({
  accent,
  themeVariables,
}: {
  accent?: string | undefined
  themeVariables?: ThemeVariables | undefined
}): string | undefined => accent ?? themeVariables?.accent

/** Light, dark, or what the visitor's system says at any time. */
export type ThemeMode = 'light' | 'dark' | 'auto'

/** What a page may set of the theme. */
export type ThemeSettings = Partial<Omit<ThemeState, 'themeMode'>> & { themeMode?: ThemeMode }

export type ThemeState = {
  /** What is shown now: with `auto`, what the system asks for. */
  themeMode: 'light' | 'dark'
  themeVariables?: ThemeVariables | undefined
  /** CSS colour of the host; checked where it is applied. */
  accent: string | undefined
  /** BCP 47 tag; undefined: the page's language, then the browser's. */
  locale: string | undefined
}
