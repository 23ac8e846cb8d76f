import { Button } from '@latchkey/ui'
import { type ReactElement, type ReactNode, useId, useState } from 'react'

/** Names the panel, and says whether it is shown. */
type Panel = { id: string; hidden: boolean }

/** A button under a fact, which opens what the fact can be changed by. */
export function EditorPanel({
  label,
  children,
}: {
  label: ReactNode
  children: (panel: Panel) => ReactNode
}): ReactElement {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <dd className="fr-editor">
      <Button
        size="small"
        variant="ghost"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {label}
      </Button>
      {children({ id, hidden: !open })}
    </dd>
  )
}

export type ChoiceProps = { group: string; checked: boolean; disabled: boolean; onChoose: () => void }

/** A radio button with what it stands for. A person alone can choose by it: a page cannot choose for them. */
export const Choice = ({
  group,
  checked,
  disabled,
  onChoose,
  children,
}: ChoiceProps & { children: ReactNode }): ReactElement => (
  <label className="fr-speed">
    <input
      type="radio"
      name={group}
      checked={checked}
      aria-disabled={disabled || undefined}
      onChange={(event) => {
        if (event.nativeEvent.isTrusted && !disabled) onChoose()
      }}
    />
    {children}
  </label>
)
