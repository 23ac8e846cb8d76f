import { en } from './en.ts'
import type { Locale } from './Locale.ts'

export const english: Locale = { tag: 'en', dir: 'ltr', messages: en }

/**
 * Finds the catalogue for a BCP 47 tag by its language; English for any other. Nothing but English is loaded up front.
 *
 * @example
 * (await loadLocale('de-AT')).tag // 'de'
 */
export async function loadLocale(tag: string): Promise<Locale> {
  const wanted = tag.toLowerCase()
  if (wanted === 'de' || wanted.startsWith('de-'))
    return { tag: 'de', dir: 'ltr', messages: (await import('./de.ts')).de }
  return english
}
