import { useConfig } from '@latchkey/react'
import type { ReactElement, ReactNode } from 'react'
import type { Sayable } from '../../locales/Locale.ts'
import { useSay } from '../../locales/LocaleContext.tsx'
import { webUrl } from '../../parts/webUrl.ts'

/** What one agrees to by connecting, where the page has set it. */
export function LegalLine(): ReactElement | null {
  const { termsConditionsUrl, privacyPolicyUrl } = useConfig().options
  const say = useSay()
  const links: Readonly<Record<string, ReactNode>> = {
    terms: legalLink(termsConditionsUrl, say('connect.terms')),
    privacy: legalLink(privacyPolicyUrl, say('connect.privacy')),
  }
  const key = sentenceOf(links)
  if (!key) return null
  // Each language has its own place for each link.
  const parts = say(key, { terms: '\0terms\0', privacy: '\0privacy\0' }).split('\0')
  return (
    <p className="lk-caption lk-dim lk-center">
      {parts.map((part) => (Object.hasOwn(links, part) ? links[part] : part))}
    </p>
  )
}

function sentenceOf({ terms, privacy }: Readonly<Record<string, ReactNode>>): Sayable | undefined {
  if (terms && privacy) return 'connect.legalBoth'
  return terms ? 'connect.legalTerms' : privacy ? 'connect.legalPrivacy' : undefined
}

function legalLink(url: string | undefined, text: string): ReactNode {
  const href = webUrl(url)
  return href ? (
    <a key={href} href={href} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  ) : undefined
}
