import { approvalDe } from './approvalDe.ts'
import { approvalEn } from './approvalEn.ts'
import type { ApprovalMessages, Locale } from './Locale.ts'

const catalogues = new Map<string, () => ApprovalMessages>([
  ['en', () => approvalEn],
  ['de', () => approvalDe],
])

/** Completes a language with the messages of approvals, unless it has them. */
export function approvalLocale(locale: Locale): Locale {
  if ('approve.approve' in locale.messages) return locale
  const approval = catalogues.get(locale.tag)?.() ?? approvalEn
  return { ...locale, messages: { ...locale.messages, ...approval } }
}
