/** What stands in the places of a message. */
export type Values = Readonly<Record<string, string | number>>

/** A language with the messages of one part. */
export type Language<Key extends string = string> = {
  /** BCP 47 */
  tag: string
  dir: 'ltr' | 'rtl'
  messages: Readonly<Record<Key, string>>
}

/** The name of a message without its plural form. */
export type Stem<Key> = Key extends `${infer Name}_other` ? Name : never

/** A piece of a message: plain words, or the place of a value. */
type MessagePart = { text: string } | { value: string }

/** Splits a message at its places: `Send {amount}` → text, value. */
export const messageParts = (message: string): readonly MessagePart[] =>
  message
    .split(/\{([a-zA-Z]+)\}/)
    .map((part, index) => (index % 2 ? { value: part } : { text: part }))
    .filter((part) => part.text !== '')

/** Writes values into the places of a message. Nothing is escaped: what becomes HTML is escaped where that is made. */
export const fillIn = (message: string, values: Values): string =>
  messageParts(message)
    .map((part) => ('text' in part ? part.text : Object.hasOwn(values, part.value) ? values[part.value] : ''))
    .join('')

/**
 * Writes a message. With `count` among the values the plural form of the language is taken (Intl.PluralRules): of a stem,
 * or of the key that ends in `_other`; the count has the language's own digits and groups, as amounts do. Other numbers are
 * names, such as that of a network, and stay as they are. A key that there is no message for is written itself.
 *
 * @example
 * say(english, 'connect.tooSoon', { count: 12 }) // 'Please try again after 12 seconds'
 */
export function say<Key extends string>(
  language: Pick<Language, 'tag'> & { messages: Readonly<Partial<Record<Key, string>>> },
  key: Key | Stem<Key>,
  values: Values = {},
): string {
  const { count } = values
  const written =
    typeof count === 'number' ? { ...values, count: count.toLocaleString(language.tag) } : values
  return fillIn(language.messages[formOf(language, key, count)] ?? key, written)
}

/** The form of a message that a count asks for; else the message itself, or the form that every language has. */
export function formOf<Key extends string>(
  { tag, messages }: Pick<Language, 'tag'> & { messages: Readonly<Partial<Record<NoInfer<Key>, string>>> },
  key: Key | Stem<Key>,
  count: unknown,
): Key {
  const exact =
    typeof count === 'number' ? key.replace(/(_other)?$/, `_${new Intl.PluralRules(tag).select(count)}`) : key
  return (Object.hasOwn(messages, exact) ? exact : Object.hasOwn(messages, key) ? key : `${key}_other`) as Key
}
