import type { ConnectOptions } from '@latchkey/core'
import { useConfig } from '@latchkey/react/provider'
import { createContext, type ReactElement, type ReactNode, useContext, useState } from 'react'
import { useSay } from '../locales/LocaleContext.tsx'
import { webUrl } from './webUrl.ts'

const AgreedContext = createContext(true)

/** False while the visitor has not ticked a box that the page asks for: then nothing may begin by itself either. */
export const useAgreed = (): boolean => useContext(AgreedContext)

/**
 * Whether what one agrees to by connecting stands with a view: always, or where it is the first view that a visitor sees.
 * `asks` is a view that asks a wallet or a person by itself: where it is the first, and the page wants a box ticked,
 * nothing of it is there before that.
 */
export type Legal = boolean | 'first' | 'asks'

/**
 * Ways to connect, and what one agrees to with them. Where the page asks for it, nothing can be chosen before a box is
 * ticked.
 *
 * @param legal as of the view: `first` puts the line before the ways, which have no end that anybody scrolls to; what
 * `asks` by itself has no line without a box
 */
export function LegalGate({ legal, children }: { legal: Legal; children: ReactNode }): ReactNode {
  const { options, runtime } = useConfig()
  const [agreed, setAgreed] = useState(runtime.agreed ?? false)
  const mustAgree = options.legalCheckbox === true && legalSentence(options) !== undefined
  // A sign-in that came back to the page was agreed to before it left.
  const [isUnderWay] = useState(runtime.social !== undefined)
  const asks = legal === 'asks'
  if (asks && (!mustAgree || isUnderWay)) return children
  const above = legal === 'first'
  if (!mustAgree)
    return (
      <div className="lk-stack" data-gap="16">
        {above ? <LegalLine /> : null}
        {children}
        {above ? null : <LegalLine />}
      </div>
    )
  const onChange = (isTicked: boolean) => {
    // Coming back to the list must not ask again.
    runtime.agreed = isTicked
    setAgreed(isTicked)
  }
  return (
    <div className="lk-stack" data-gap="16">
      <LegalLine agreed={agreed} onAgree={onChange} />
      {asks && !agreed ? null : (
        <fieldset className="lk-fieldset lk-stack" data-gap="16" disabled={!agreed}>
          <AgreedContext.Provider value={agreed}>{children}</AgreedContext.Provider>
        </fieldset>
      )}
    </div>
  )
}

type LegalLineProps = {
  agreed?: boolean
  /** Makes the line a box to tick. */
  onAgree?: (agreed: boolean) => void
}

/** What one agrees to by connecting, where the page has set it. */
function LegalLine({ agreed = false, onAgree }: LegalLineProps): ReactElement | null {
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

/** Which documents a page has: the end of the message that names them. */
type LegalSentence = 'Both' | 'Terms' | 'Privacy'

function legalSentence(options: ConnectOptions): LegalSentence | undefined {
  const hasTerms = webUrl(options.termsConditionsUrl) !== undefined
  const hasPrivacy = webUrl(options.privacyPolicyUrl) !== undefined
  if (hasTerms && hasPrivacy) return 'Both'
  return hasTerms ? 'Terms' : hasPrivacy ? 'Privacy' : undefined
}
