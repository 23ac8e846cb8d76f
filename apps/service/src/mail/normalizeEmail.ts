import { domainToASCII } from 'node:url'
import { email as emailSchema } from '@latchkey/protocol'
import { InvalidRequestError } from '@latchkey/protocol/http'

/**
 * The one form of an address that mail is sent to: trimmed, NFKC, the domain lower-cased and in its ASCII form
 * (RFC 5891). The part before the @ is kept as written, for its own server reads it (RFC 5321 section 2.4).
 *
 * @throws InvalidRequestError
 */
export function normalizeEmail(text: string): string {
  const clean = text.trim().normalize('NFKC')
  const at = clean.lastIndexOf('@')
  const domain = domainToASCII(clean.slice(at + 1).toLowerCase())
  const email = `${clean.slice(0, at)}@${domain}`
  if (at < 1 || !domain || !emailSchema().safeParse(email).success)
    throw new InvalidRequestError({ data: { field: 'email' } })
  return email
}

/**
 * What an address is known by: accounts, codes and limits are found by a keyed hash of this. A to Z are folded, because
 * keyboards capitalise by themselves; every other character stays, so that no two alphabets meet
 * (docs/decisions/0007-email-case.md).
 *
 * @param email as `normalizeEmail` gives it
 * @example accountText('Mia@example.com') // 'mia@example.com'
 */
export const accountText = (email: string): string =>
  email.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

/** What may be shown where the whole address may not: `m•••@example.com`. */
export function emailHint(email: string): string {
  const at = email.lastIndexOf('@')
  const [first = ''] = email
  return `${first}•••${email.slice(at)}`
}
