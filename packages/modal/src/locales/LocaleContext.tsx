import { say, type Values } from '@latchkey/i18n/say'
import { createContext, useContext } from 'react'
import type { Locale, MessageKey, Sayable } from './Locale.ts'
import { english } from './loadLocale.ts'

export const LocaleContext = createContext<Locale>(english)

export const useLocale = (): Locale => useContext(LocaleContext)

/** A function that writes messages in the language of the modal. */
export function useSay(): (key: Sayable, values?: Values) => string {
  const locale = useLocale()
  return (key, values) => say<MessageKey>(locale, key, values)
}
