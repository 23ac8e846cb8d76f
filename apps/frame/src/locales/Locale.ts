import type { Words } from '@latchkey/i18n/languages/frame'

type EntryMessages = Words<'frame'>
type LaterMessages = Words<'signIn'> &
  Words<'approval'> &
  Words<'clear'> &
  Words<'onSolana'> &
  Words<'onBitcoin'>
export type MessageKey = keyof EntryMessages | keyof LaterMessages

/** A language with its catalogue. English comes without the words of approvals and of the other ways to sign in. */
export type Locale = {
  /** BCP 47 */
  tag: string
  dir: 'ltr' | 'rtl'
  messages: EntryMessages & Partial<LaterMessages>
}

/** The text of a message with its places; the key itself where it is missing, which a test rules out. */
export const messageOf = ({ messages }: Locale, key: MessageKey): string => messages[key] ?? key
