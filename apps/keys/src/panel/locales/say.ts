import { de } from './de.ts'
import { en, type WordKey } from './en.ts'

export type { WordKey } from './en.ts'
export type Say = {
  (key: WordKey, values?: Readonly<Record<string, string | number>>): string
  /** BCP 47 */
  readonly tag: string
  readonly dir: 'ltr' | 'rtl'
}

/** The pseudo-locale for right to left: English words in a mirrored layout, to look at. */
const PSEUDO = 'ar-xb'

/**
 * The words of a language; English where there is no catalogue.
 *
 * @param locale BCP 47
 * @example wordsOf('de-AT')('close') // 'Schließen'
 */
export function wordsOf(locale = 'en'): Say {
  const tag = locale.toLowerCase()
  const isGerman = tag.split('-')[0] === 'de'
  const words: Readonly<Record<WordKey, string>> = isGerman ? de : en
  const say = (key: WordKey, values: Readonly<Record<string, string | number>> = {}) =>
    words[key].replace(/\{([a-z]+)\}/gi, (_, name: string) => String(values[name] ?? ''))
  return Object.assign(say, {
    tag: isGerman ? 'de' : 'en',
    dir: tag === PSEUDO ? ('rtl' as const) : ('ltr' as const),
  })
}
