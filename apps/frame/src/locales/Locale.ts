import type { ApprovalKey } from './approvalEn.ts'
import type { EntryKey } from './en.ts'
import type { SignInKey } from './signInEn.ts'

export type MessageKey = EntryKey | ApprovalKey | SignInKey
export type EntryMessages = Readonly<Record<EntryKey, string>>
export type ApprovalMessages = Readonly<Record<ApprovalKey, string>>
export type SignInMessages = Readonly<Record<SignInKey, string>>
/** Without the parts of approvals and of the other ways to sign in until those are loaded. */
export type Messages = EntryMessages & Partial<ApprovalMessages> & Partial<SignInMessages>

/** A language with its catalogue. */
export type Locale = {
  /** BCP 47 */
  tag: string
  dir: 'ltr' | 'rtl'
  messages: Messages
}

export type Values = Readonly<Record<string, string | number>>
/** A piece of a message: plain words, or the place of a value. */
export type MessagePart = { text: string } | { value: string }

/** Splits a message at its places: `Send {amount}` → text, value. */
export function messageParts(message: string): readonly MessagePart[] {
  return message
    .split(/(\{[a-zA-Z]+\})/)
    .filter((part) => part !== '')
    .map((part) => (/^\{[a-zA-Z]+\}$/.test(part) ? { value: part.slice(1, -1) } : { text: part }))
}

/**
 * Writes a message. With `count` among the values the plural form of the language is taken: `key_one`, else `key_other`.
 *
 * @example
 * say(locale, 'code.wrong', { count: 2 })
 */
export function say(locale: Locale, key: MessageKey, values: Values = {}): string {
  return messageParts(messageOf(locale, pluralKey(locale, key, values)))
    .map((part) => ('text' in part ? part.text : String(values[part.value] ?? '')))
    .join('')
}

/** The text of a message with its places; the key itself where it is missing, which a test rules out. */
export const messageOf = ({ messages }: Locale, key: MessageKey): string => messages[key] ?? key

function pluralKey(locale: Locale, key: MessageKey, values: Values): MessageKey {
  if (typeof values.count !== 'number' || !key.endsWith('_other')) return key
  const rule = new Intl.PluralRules(locale.tag).select(values.count)
  const exact = key.replace(/_other$/, `_${rule}`) as MessageKey
  return exact in locale.messages ? exact : key
}
