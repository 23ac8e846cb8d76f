import { type ReactElement, useId } from 'react'
import type { Phrase, Warning } from '../approvals/ApprovalView.ts'
import { distinct, textOf } from '../approvals/distinct.ts'
import { Say } from '../locales/LocaleContext.tsx'
import { PhraseText } from './ValueText.tsx'

/** What a person may lose, each thing once. */
export const risksOf = (warnings: readonly Warning[]): readonly Phrase[] => {
  return distinct(warnings.flatMap(({ risk }) => (risk ? [risk] : [])))
}

/** The second, deliberate step that a danger needs: it names what can be lost. */
export function RiskStep(props: {
  risks: readonly Phrase[]
  checked: boolean
  onChange: (checked: boolean) => void
}): ReactElement {
  const id = useId()
  const [only] = props.risks
  return (
    <label className="fr-risk" data-watched htmlFor={id}>
      <input
        id={id}
        type="checkbox"
        checked={props.checked}
        onChange={(event) => {
          // A page cannot tick it for the person.
          if (event.nativeEvent.isTrusted) props.onChange(event.currentTarget.checked)
        }}
      />
      <span>
        {only && props.risks.length === 1 ? (
          <Say message="approve.understand" values={{ what: <PhraseText phrase={only} /> }} />
        ) : (
          <>
            <Say message="approve.understand" values={{ what: null }} />
            {props.risks.map((risk) => (
              <span key={textOf(risk)} className="fr-risk-item">
                <PhraseText phrase={risk} />
              </span>
            ))}
          </>
        )}
      </span>
    </label>
  )
}
