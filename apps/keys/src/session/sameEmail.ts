/**
 * An address as the service knows accounts by: trimmed, NFKC, A to Z in lower case and the domain too. Other letters of
 * the local part are kept as typed (docs/decisions/0007-email-case.md).
 */
export function comparableEmail(address: string): string {
  const text = address.trim().normalize('NFKC')
  const at = text.lastIndexOf('@')
  return text.slice(0, at).replace(/[A-Z]/g, (letter) => letter.toLowerCase()) + text.slice(at).toLowerCase()
}

/** Whether two texts name one account. */
export const sameEmail = (one: string, other: string): boolean =>
  comparableEmail(one) === comparableEmail(other)
