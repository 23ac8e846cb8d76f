import type { ReactElement, ReactNode } from 'react'
import { Icon } from './Icon.tsx'

export type DisclosureProps = {
  summary: ReactNode
  children: ReactNode
  open?: boolean | undefined
  onToggle?: ((open: boolean) => void) | undefined
}

/** Details that are one click away: the native element, so find-in-page and keyboard come with it. */
export function Disclosure({ summary, children, open, onToggle }: DisclosureProps): ReactElement {
  return (
    <details className="lk-disclosure" open={open} onToggle={(event) => onToggle?.(event.currentTarget.open)}>
      <summary>
        {summary}
        <Icon name="chevron" size={16} />
      </summary>
      <div className="lk-disclosure-body">{children}</div>
    </details>
  )
}
