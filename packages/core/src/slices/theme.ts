import { createStore } from 'zustand/vanilla'

export type ThemeState = {
  themeMode: 'light' | 'dark'
  /** CSS colour of the host; checked where it is applied. */
  accent: string | undefined
  /** BCP 47 tag; undefined: the page's language, then the browser's. */
  locale: string | undefined
}

export const createThemeSlice = (initial: Partial<ThemeState> = {}) =>
  createStore<ThemeState>(() => ({ themeMode: 'dark', accent: undefined, locale: undefined, ...initial }))
export type ThemeSlice = ReturnType<typeof createThemeSlice>
