import type { Words } from '@latchkey/i18n/languages/modal'
import type { Language, Stem } from '@latchkey/i18n/say'

/** Name of a message. */
export type MessageKey = keyof Words<'modal'>

/** A language with its catalogue. */
export type Locale = Language<MessageKey>

/** What may be said: a message, or the stem of one that has plural forms. */
export type Sayable = Exclude<MessageKey, `${string}_one` | `${string}_other`> | Stem<MessageKey>
