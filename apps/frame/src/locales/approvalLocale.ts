import { approval } from '@latchkey/i18n/en/approval'
import { clear } from '@latchkey/i18n/en/clear'
import type { Locale, MessageKey } from './Locale.ts'

/**
 * Completes English with the messages of approvals, which are loaded with them. Other languages come whole.
 *
 * @param words in English, of a kind of request that brings its own
 */
export function approvalLocale(
  locale: Locale,
  words?: Readonly<Partial<Record<MessageKey, string>>>,
): Locale {
  const isWhole = 'approve.approve' in locale.messages
  if (isWhole && !words) return locale
  const messages = isWhole ? locale.messages : { ...locale.messages, ...approval, ...clear }
  return { ...locale, messages: { ...words, ...messages } }
}
