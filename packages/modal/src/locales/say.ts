import type { Locale, MessageKey, Sayable, Values } from './Locale.ts'

/**
 * Writes a message. With `count` among the values, the plural form of the language is taken (Intl.PluralRules).
 *
 * @example
 * say(locale, 'connect.tooSoon', { count: 12 }) // 'Please try again after 12 seconds'
 */
export function say(locale: Locale, key: Sayable, values: Values = {}): string {
  return fillIn(locale.messages[formOf(locale, key, values)], values)
}

/** Writes values into the places of a message. */
export const fillIn = (message: string, values: Values): string =>
  message.replace(/\{([a-zA-Z]+)\}/g, (_, name: string) =>
    String(Object.hasOwn(values, name) ? values[name] : ''),
  )

function formOf(locale: Locale, key: Sayable, { count }: Values): MessageKey {
  if (key in locale.messages) return key as MessageKey
  const category = typeof count === 'number' ? new Intl.PluralRules(locale.tag).select(count) : 'other'
  const exact = `${key}_${category}`
  return (exact in locale.messages ? exact : `${key}_other`) as MessageKey
}
