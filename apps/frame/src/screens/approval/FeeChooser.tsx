import type { ReactElement } from 'react'
import type { Edit, FeeChoice, FeeOption } from '../../approvals/ApprovalView.ts'
import { Say, useSay } from '../../locales/LocaleContext.tsx'
import { Choice, type ChoiceProps, EditorPanel } from './EditorPanel.tsx'
import { PhraseText, ValueText } from './ValueText.tsx'

export type FeeChooserProps = {
  fee: FeeChoice
  /** Nothing can be chosen while something else is under way. */
  disabled: boolean
  onEdit: (edit: Edit) => void
}

type OptionProps = ChoiceProps & { option: FeeOption; storingUnknown: boolean }

function Option({ option, storingUnknown, ...choice }: OptionProps): ReactElement {
  const say = useSay()
  const { speed, expected, most, note, wait } = option
  return (
    <Choice {...choice}>
      <span className="fr-speed-name">
        {say(`fee.${speed}`)}
        <span className="fr-note">{say(wait ?? `fee.${speed}.wait`)}</span>
      </span>
      <span className="fr-speed-cost">
        <ValueText value={expected} />
        <span className="fr-note">
          {note ? (
            <PhraseText phrase={note} />
          ) : (
            <Say
              message={storingUnknown ? 'value.atMostAndStoring' : 'value.atMost'}
              values={{ amount: <ValueText value={most} /> }}
            />
          )}
        </span>
      </span>
    </Choice>
  )
}

/** How soon a transaction should be taken, and what that costs. Every choice is another transaction to approve. */
export function FeeChooser({ fee, disabled, onEdit }: FeeChooserProps): ReactElement {
  const say = useSay()
  return (
    <EditorPanel
      label={
        <>
          {say(`fee.${fee.chosen}`)} · {say('fee.change')}
        </>
      }
    >
      {(panel) => (
        <div {...panel} role="radiogroup" aria-label={say('fee.heading')} className="fr-speeds">
          {fee.options.map((option) => (
            <Option
              key={option.speed}
              option={option}
              storingUnknown={fee.storingUnknown ?? false}
              group={panel.id}
              checked={option.speed === fee.chosen}
              disabled={disabled}
              onChoose={() => onEdit({ kind: 'fee', speed: option.speed })}
            />
          ))}
        </div>
      )}
    </EditorPanel>
  )
}
