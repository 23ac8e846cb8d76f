import { useConfig } from '@latchkey/react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { LegalLine } from './LegalLine.tsx'
import { legalSentence } from './legalSentence.ts'

/** Ways to connect, and what one agrees to with them. Where the page asks for it, nothing can be chosen before a box is ticked. */
export function LegalGate({ children }: { children: ReactNode }): ReactElement {
  const { options, runtime } = useConfig()
  const [agreed, setAgreed] = useState(runtime.agreed ?? false)
  const mustAgree = options.legalCheckbox === true && legalSentence(options) !== undefined
  if (!mustAgree)
    return (
      <div className="lk-stack" data-gap="16">
        {children}
        <LegalLine />
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
        {children}
      </fieldset>
    </div>
  )
}
