import type { Locale, SignInMessages } from './Locale.ts'
import { signInDe } from './signInDe.ts'
import { signInEn } from './signInEn.ts'

const catalogues = new Map<string, SignInMessages>([
  ['en', signInEn],
  ['de', signInDe],
])

/** Completes a language with the messages of the ways to sign in, unless it has them. */
export function signInLocale(locale: Locale): Locale {
  if ('device.title' in locale.messages) return locale
  return { ...locale, messages: { ...locale.messages, ...(catalogues.get(locale.tag) ?? signInEn) } }
}
