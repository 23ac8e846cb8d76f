import { frame } from '@latchkey/i18n/en/frame'
import { languageOf, loadCatalogue } from '@latchkey/i18n/languages/frame'
import type { Locale } from './Locale.ts'

export const english: Locale = { tag: 'en', dir: 'ltr', messages: frame }

/**
 * Finds the catalogue for a BCP 47 tag by its language; English for any other. Nothing but English is loaded up front.
 *
 * @example
 * (await loadLocale('de-AT')).tag // 'de'
 */
export async function loadLocale(tag: string): Promise<Locale> {
  const loaded = await loadCatalogue(languageOf([tag]))
  if (!loaded) return english
  const { tag: found, dir, catalogue } = loaded
  const { frame, signIn, approval, clear, onSolana, onBitcoin } = catalogue
  return {
    tag: found,
    dir,
    messages: { ...frame, ...signIn, ...approval, ...clear, ...onSolana, ...onBitcoin },
  }
}
