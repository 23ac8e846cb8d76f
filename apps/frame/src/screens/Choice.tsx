import type { ReactElement, ReactNode } from 'react'

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
