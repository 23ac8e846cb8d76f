/**
 * An address as the service compares it: trimmed, NFKC, domain in lower case. The local part is kept as typed, because
 * only the mail server knows whether its case matters.
 */
export function comparableEmail(address: string): string {
  const text = address.trim().normalize('NFKC')
  const at = text.lastIndexOf('@')
  return text.slice(0, at) + text.slice(at).toLowerCase()
}

/** Whether two texts name one mailbox. */
export const sameEmail = (one: string, other: string): boolean =>
  comparableEmail(one) === comparableEmail(other)
