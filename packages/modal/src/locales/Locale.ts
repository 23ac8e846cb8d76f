import type { en } from './en.ts'

/** Name of a message. */
export type MessageKey = keyof typeof en
/** A catalogue: the compiler names every message that a language lacks. */
export type Messages = Readonly<Record<MessageKey, string>>

/** A language with its catalogue. */
export type Locale = {
  /** BCP 47 */
  tag: string
  dir: 'ltr' | 'rtl'
  messages: Messages
  /** A pseudo-locale makes its words of the English ones, also of those that come with a view. */
  change?: <Words extends Readonly<Record<string, string>>>(english: Words) => Record<keyof Words, string>
}

export type Values = Readonly<Record<string, string | number>>
/** Messages that have a form for each plural category. */
type Stem<Key> = Key extends `${infer Name}_other` ? Name : never
/** What may be said: a message, or the stem of one that has plural forms. */
export type Sayable = Exclude<MessageKey, `${string}_one` | `${string}_other`> | Stem<MessageKey>
