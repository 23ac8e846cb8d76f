import type { ReactElement, ReactNode } from 'react'
import type { Fact } from '../../approvals/ApprovalView.ts'
import { useSay } from '../../locales/LocaleContext.tsx'
import { PhraseText, ValueText } from './ValueText.tsx'

export type FactsProps = {
  facts: readonly Fact[]
  /** What a person can change it with, under its value. */
  editor?: ((fact: Fact) => ReactNode) | undefined
}

/** The rows under the sentence: network, recipient, fee. Addresses that must be compared stand in full. */
export function Facts({ facts, editor }: FactsProps): ReactElement {
  const say = useSay()
  return (
    <dl className="lk-facts fr-facts">
      {facts.map((fact, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have the same label, such as two resources.
        <div key={index} data-watched data-long={fact.long || undefined} data-editable={fact.editable}>
          <dt>{say(fact.label)}</dt>
          <dd>
            <ValueText value={fact.value} long={fact.long ?? false} />
            {fact.note ? (
              <span className="fr-note">
                <PhraseText phrase={fact.note} />
              </span>
            ) : null}
          </dd>
          {fact.editable ? editor?.(fact) : null}
        </div>
      ))}
    </dl>
  )
}
