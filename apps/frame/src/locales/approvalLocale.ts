import { approvalDe } from './approvalDe.ts'
import { approvalEn } from './approvalEn.ts'
import type { ApprovalMessages, Locale } from './Locale.ts'
import { pseudoMessages } from './pseudo.ts'

const catalogues = new Map<string, () => ApprovalMessages>([
  ['en', () => approvalEn],
  ['de', () => approvalDe],
  ['ar-XB', () => pseudoMessages(approvalEn)],
])

/** Completes a language with the messages of approvals. */
export function approvalLocale(locale: Locale): Locale {
  const approval = catalogues.get(locale.tag)?.() ?? approvalEn
  return { ...locale, messages: { ...locale.messages, ...approval } }
}
