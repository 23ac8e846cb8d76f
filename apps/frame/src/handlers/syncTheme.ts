import { loadLocale } from '../locales/loadLocale.ts'
import { applyTheme } from '../theme/applyTheme.ts'
import type { Handler } from './Handler.ts'

/** Takes light or dark, the accent and the language from the host, and nothing else. */
export const syncTheme: Handler<'syncTheme'> =
  (frame) =>
  async ({ themeMode, themeVariables, w3mThemeVariables, locale }) => {
    const accent = themeVariables?.accent ?? w3mThemeVariables?.['--w3m-accent']
    applyTheme(document.documentElement, { themeMode, accent })
    if (locale !== undefined) frame.store.set({ locale: await loadLocale(locale) })
    return {}
  }
