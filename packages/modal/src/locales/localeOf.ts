import type { Config } from '@latchkey/core'
import { type LocaleTag, negotiateLocale } from './negotiateLocale.ts'

/** The language of one modal: the option, then the page's, then the browser's. */
export const localeOf = (config: Config): LocaleTag =>
  negotiateLocale({
    option: config.theme.getState().locale,
    page: document.documentElement.lang,
    browser: navigator.languages,
  })
