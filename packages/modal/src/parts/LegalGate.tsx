import { useConfig } from '@latchkey/react'
import { createContext, type ReactElement, type ReactNode, useContext, useState } from 'react'
import { LegalLine } from './LegalLine.tsx'
import { legalSentence } from './legalSentence.ts'

const AgreedContext = createContext(true)

/** False while the visitor has not ticked a box that the page asks for: then nothing may begin by itself either. */
export const useAgreed = (): boolean => useContext(AgreedContext)

/**
 * Ways to connect, and what one agrees to with them. Where the page asks for it, nothing can be chosen before a box is
 * ticked.
 *
 * @param above puts the line before the ways: they have no end that anybody scrolls to
 */
export function LegalGate({ above, children }: { above: boolean; children: ReactNode }): ReactElement {
  const { options, runtime } = useConfig()
  const [agreed, setAgreed] = useState(runtime.agreed ?? false)
  const mustAgree = options.legalCheckbox === true && legalSentence(options) !== undefined
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
      <fieldset className="lk-fieldset lk-stack" data-gap="16" disabled={!agreed}>
        <AgreedContext.Provider value={agreed}>{children}</AgreedContext.Provider>
      </fieldset>
    </div>
  )
}
