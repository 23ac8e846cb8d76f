import { en } from './en.ts'
import type { Locale } from './Locale.ts'
import type { LocaleTag } from './negotiateLocale.ts'

/** Always there: the language of last resort. */
export const english: Locale = { tag: 'en', dir: 'ltr', messages: en }

/**
 * Loads a catalogue; English where that fails, because words in the wrong language are better than none.
 *
 * @example
 * (await loadLocale('de')).messages['shell.close'] // 'Schließen'
 */
export async function loadLocale(tag: LocaleTag): Promise<Locale> {
  try {
    switch (tag) {
      case 'de':
        return { tag, dir: 'ltr', messages: (await import('./de.ts')).de }
      case 'en-XA':
        return await pseudoLocale(tag, 'ltr')
      case 'ar-XB':
        return await pseudoLocale(tag, 'rtl')
      default:
        return english
    }
  } catch {
    return english
  }
}

async function pseudoLocale(tag: 'en-XA' | 'ar-XB', dir: Locale['dir']): Promise<Locale> {
  const { pseudoMessages } = await import('./pseudo.ts')
  const change: NonNullable<Locale['change']> = (english) => pseudoMessages(english, tag)
  return { tag, dir, messages: change(en), change }
}
