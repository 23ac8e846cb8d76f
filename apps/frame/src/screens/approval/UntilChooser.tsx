import type { ReactElement } from 'react'
import type { Edit, UntilChoice } from '../../approvals/ApprovalView.ts'
import { useSay } from '../../locales/LocaleContext.tsx'
import { Choice, EditorPanel } from './EditorPanel.tsx'
import { ValueText } from './ValueText.tsx'

export type UntilChooserProps = {
  until: UntilChoice
  /** Nothing can be chosen while something else is under way. */
  disabled: boolean
  onEdit: (edit: Edit) => void
}

/** Lets a person end sooner what others may do. Every choice is another permission to approve. */
export function UntilChooser({ until, disabled, onEdit }: UntilChooserProps): ReactElement {
  const say = useSay()
  return (
    <EditorPanel label={say('until.change')}>
      {(panel) => (
        <fieldset {...panel} className="fr-speeds">
          <legend className="lk-hidden">{say('until.heading')}</legend>
          {until.options.map((expiry, index) => (
            <Choice
              key={expiry}
              group={panel.id}
              checked={expiry === until.chosen}
              disabled={disabled}
              onChoose={() => onEdit({ kind: 'until', expiry })}
            >
              <span className="fr-speed-name">
                <ValueText value={{ kind: 'date', seconds: BigInt(expiry) }} />
                {index === until.options.length - 1 ? (
                  <span className="fr-note">{say('until.asked')}</span>
                ) : null}
              </span>
            </Choice>
          ))}
        </fieldset>
      )}
    </EditorPanel>
  )
}
