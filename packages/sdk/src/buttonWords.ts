import { button as english } from '@latchkey/i18n/en/button'
import type { Words } from '@latchkey/i18n/languages/button'

export type ButtonWords = Words<'button'>

/** The asked language, else the page's, else the browser's. */
const wishesOf = (locale: string | undefined) =>
  [locale, document.documentElement.lang, ...navigator.languages].filter((wish) => !!wish)

/**
 * The words of an element in the language that fits: English at once, every other one when it has been loaded.
 *
 * @param onLoad called when they have come
 * @returns what tells the words for a locale of the page's
 */
export function followWords(onLoad: () => void): (locale: string | undefined) => ButtonWords {
  let asked = ''
  let words: ButtonWords = english
  return (locale) => {
    const wishes = wishesOf(locale)
    const now = wishes.join()
    if (now === asked) return words
    asked = now
    if (/^en\b/i.test(wishes[0] ?? 'en')) words = english
    else
      import('@latchkey/i18n/languages/button')
        .then(({ languageOf, loadCatalogue }) => loadCatalogue(languageOf(wishes)))
        .then((loaded) => {
          if (asked !== now) return
          words = loaded?.catalogue.button ?? english
          onLoad()
        })
        // Where it does not load, the button stays what it is.
        .catch(() => undefined)
    return words
  }
}

/** What a button of somebody who is connected is called. */
export const accountLabel = (words: ButtonWords, account: string, network: string | undefined): string =>
  (network ? words.accountOn : words.account)
    // As a function: a name with a dollar sign is no pattern.
    .replace('{account}', () => account)
    .replace('{network}', () => network ?? '')
