import { messageParts, say, type Values } from '@latchkey/i18n/say'
import { createContext, type ReactNode, useContext } from 'react'
import { type Locale, type MessageKey, messageOf } from './Locale.ts'
import { english } from './loadLocale.ts'

const LocaleContext = createContext<Locale>(english)

/** Gives the screens below their language. */
export const LocaleProvider = LocaleContext.Provider

/** Writes messages in the language of the screen. */
export function useSay(): (key: MessageKey, values?: Values) => string {
  const locale = useContext(LocaleContext)
  return (key, values) => say<MessageKey>(locale, key, values)
}

export const useLocale = (): Locale => useContext(LocaleContext)

/** A message with elements in its places, such as an address or a bold amount. */
export function Say({
  message,
  values,
}: {
  message: MessageKey
  values: Readonly<Record<string, ReactNode>>
}): ReactNode {
  const locale = useContext(LocaleContext)
  return messageParts(messageOf(locale, message)).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a message have no identity but their place.
    <span key={index}>{'text' in part ? part.text : values[part.value]}</span>
  ))
}
