import { TextField } from '@latchkey/ui'
import { type ReactElement, useId, useState } from 'react'
import type { Phrase, Warning } from '../../approvals/ApprovalView.ts'
import { distinct, textOf } from '../../approvals/phrases.ts'
import { Say, useSay } from '../../locales/LocaleContext.tsx'
import { PhraseText } from './ValueText.tsx'

/** What a person may lose, each thing once; what has to be typed need not be ticked as well. */
export const risksOf = (warnings: readonly Warning[]): readonly Phrase[] => {
  return distinct(warnings.flatMap(({ risk, typed }) => (risk && !typed ? [risk] : [])))
}

type Typed = NonNullable<Warning['typed']>

/** What a person has to type to show that it was compared, each thing once. */
export const typedOf = (warnings: readonly Warning[]): readonly Typed[] =>
  distinct(warnings.flatMap(({ typed }) => (typed ? [typed] : [])))

/** Whether something is asked of the person before it can be approved. */
export const isDangerous = (warnings: readonly Warning[]): boolean =>
  warnings.some(({ risk, typed }) => risk !== undefined || typed !== undefined)

type RiskStepProps = {
  warnings: readonly Warning[]
  /** All of it is done. */
  onChange: (done: boolean) => void
}

/**
 * The second, deliberate step that a danger needs: what can be lost is ticked, and what has to be compared is typed. It
 * stands where everything that must have been read ends.
 */
export function RiskStep({ warnings, onChange }: RiskStepProps): ReactElement {
  const say = useSay()
  const risks = risksOf(warnings)
  const typed = typedOf(warnings)
  const [ticked, setTicked] = useState(risks.length === 0)
  const [matched, setMatched] = useState<readonly Typed[]>([])
  return (
    <section className="fr-risks" aria-label={say('risk.heading')}>
      <h2 className="fr-label">{say('risk.heading')}</h2>
      {typed.map((one) => (
        <TypedGroup
          key={textOf(one)}
          group={one.group}
          expected={one.text}
          onMatch={(matches) => {
            const others = matched.filter((other) => other !== one)
            const now = matches ? [...others, one] : others
            setMatched(now)
            onChange(ticked && now.length === typed.length)
          }}
        />
      ))}
      {risks.length === 0 ? null : (
        <Tick
          risks={risks}
          checked={ticked}
          onChange={(now) => {
            setTicked(now)
            onChange(now && matched.length === typed.length)
          }}
        />
      )}
    </section>
  )
}

function Tick(props: {
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

type TypedGroupProps = {
  group: number
  /** Four characters in lower case. */
  expected: string
  onMatch: (matches: boolean) => void
}

/**
 * Has a person type one group of four of the address that they mean. Only who compared it with another source can: the
 * address on the screen may be the wrong one, and looks right at both ends.
 */
function TypedGroup({ group, expected, onMatch }: TypedGroupProps): ReactElement {
  const say = useSay()
  const [text, setText] = useState('')
  const wrong = text.length === expected.length && text.toLowerCase() !== expected
  return (
    <TextField
      label={say('compare.label', { group })}
      hint={say('compare.hint')}
      error={wrong ? say('compare.wrong') : undefined}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      dir="ltr"
      maxLength={expected.length}
      value={text}
      onChange={(event) => {
        if (!event.nativeEvent.isTrusted) return
        const next = event.currentTarget.value
        setText(next)
        onMatch(next.toLowerCase() === expected)
      }}
    />
  )
}
