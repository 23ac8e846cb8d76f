import type { ConnectOptions } from '@latchkey/core'
import { webUrl } from './webUrl.ts'

/** Which documents a page has: the end of the message that names them. */
export type LegalSentence = 'Both' | 'Terms' | 'Privacy'

export function legalSentence(options: ConnectOptions): LegalSentence | undefined {
  const hasTerms = webUrl(options.termsConditionsUrl) !== undefined
  const hasPrivacy = webUrl(options.privacyPolicyUrl) !== undefined
  if (hasTerms && hasPrivacy) return 'Both'
  return hasTerms ? 'Terms' : hasPrivacy ? 'Privacy' : undefined
}
