import { type KeyboardEvent, type ReactElement, type ReactNode, useId } from 'react'

export type TabsProps<Id extends string> = {
  /** Accessible name of the list of tabs. */
  label: string
  tabs: readonly { id: Id; label: ReactNode }[]
  value: Id
  onChange: (id: Id) => void
  /** The panel of the selected tab. */
  children: ReactNode
}

const moves: Record<string, (index: number, count: number, step: 1 | -1) => number> = {
  ArrowRight: (index, count, step) => (index + step + count) % count,
  ArrowLeft: (index, count, step) => (index - step + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

/**
 * Tabs with automatic activation (ARIA Authoring Practices, Tabs pattern). Arrow keys follow the direction of the text.
 * @example <Tabs label="Account" tabs={tabs} value={tab} onChange={setTab}>{panels[tab]}</Tabs>
 */
export function Tabs<Id extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: TabsProps<Id>): ReactElement {
  const id = useId()
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    const step = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
    const at = move(
      tabs.findIndex((tab) => tab.id === value),
      tabs.length,
      step,
    )
    const next = tabs[at]
    if (!next) return
    onChange(next.id)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[at]?.focus()
  }
  return (
    <div className="lk-tabs">
      <div className="lk-tablist" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            className="lk-tab"
            id={`${id}-${tab.id}`}
            aria-controls={`${id}-panel`}
            aria-selected={tab.id === value}
            tabIndex={tab.id === value ? 0 : -1}
            onClick={() => onChange(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </div>
  )
}
