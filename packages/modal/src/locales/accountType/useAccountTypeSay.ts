import type { Locale, Values } from '../Locale.ts'
import { useLocale } from '../LocaleContext.tsx'
import { fillIn } from '../say.ts'
import { accountTypeDe } from './de.ts'
import { type AccountTypeKey, type AccountTypeWords, accountTypeEn } from './en.ts'

/** The words in the language of the modal; a pseudo-locale makes its own of the English ones. */
export function accountTypeWords({ tag, change }: Locale): AccountTypeWords {
  if (tag === 'de') return accountTypeDe
  return change ? (change(accountTypeEn) as AccountTypeWords) : accountTypeEn
}

/** A function that writes words about the kinds of account in the language of the modal. */
export function useAccountTypeSay(): (key: AccountTypeKey, values?: Values) => string {
  const words = accountTypeWords(useLocale())
  return (key, values = {}) => fillIn(words[key], values)
}
