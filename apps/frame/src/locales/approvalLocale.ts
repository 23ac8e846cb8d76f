import { approval } from '@latchkey/i18n/en/approval'
import { clear } from '@latchkey/i18n/en/clear'
import type { Locale } from './Locale.ts'

/** Completes English with the messages of approvals, which are loaded with them. Other languages come whole. */
export const approvalLocale = (locale: Locale): Locale =>
  'approve.approve' in locale.messages
    ? locale
    : { ...locale, messages: { ...locale.messages, ...approval, ...clear } }
