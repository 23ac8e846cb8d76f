import { useConfig } from '@latchkey/react'
import type { ReactElement, ReactNode } from 'react'
import { useSay } from '../locales/LocaleContext.tsx'
import { legalSentence } from './legalSentence.ts'
import { webUrl } from './webUrl.ts'

export type LegalLineProps = {
  agreed?: boolean
  /** Makes the line a box to tick. */
  onAgree?: (agreed: boolean) => void
}

/** What one agrees to by connecting, where the page has set it. */
export function LegalLine({ agreed = false, onAgree }: LegalLineProps): ReactElement | null {
  const { options } = useConfig()
  const say = useSay()
  const links: Readonly<Record<string, ReactNode>> = {
    terms: legalLink(options.termsConditionsUrl, say('connect.terms')),
    privacy: legalLink(options.privacyPolicyUrl, say('connect.privacy')),
  }
  const end = legalSentence(options)
  if (!end) return null
  // Each language has its own place for each link.
  const places = { terms: '\0terms\0', privacy: '\0privacy\0' }
  const parts = say(onAgree ? `connect.agree${end}` : `connect.legal${end}`, places)
    .split('\0')
    .map((part) => (Object.hasOwn(links, part) ? links[part] : part))
  if (!onAgree) return <p className="lk-caption lk-dim lk-center">{parts}</p>
  return (
    <label className="lk-agree lk-small">
      <input
        type="checkbox"
        data-autofocus={!agreed || undefined}
        checked={agreed}
        onChange={(event) => onAgree(event.target.checked)}
      />
      <span>{parts}</span>
    </label>
  )
}

function legalLink(url: string | undefined, text: string): ReactNode {
  const href = webUrl(url)
  return href ? (
    <a key={href} href={href} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  ) : undefined
}
