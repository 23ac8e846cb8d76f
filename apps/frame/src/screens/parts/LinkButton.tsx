import { Icon } from '@latchkey/ui'
import type { ReactElement, ReactNode } from 'react'

/**
 * A link that looks like a button: it opens a window of its own, which no browser blocks, and which cannot reach back
 * (`noopener`). A middle click follows it as well.
 */
export function LinkButton({
  href,
  variant = 'secondary',
  onFollow,
  children,
}: {
  href: string
  variant?: 'primary' | 'secondary' | 'ghost' | undefined
  onFollow?: (() => void) | undefined
  children: ReactNode
}): ReactElement {
  return (
    <a
      className="lk-button fr-link-button"
      data-variant={variant}
      data-size="normal"
      data-state="ready"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      onClick={onFollow}
      onAuxClick={(event) => {
        if (event.button === 1) onFollow?.()
      }}
    >
      <span className="lk-button-label">
        {children}
        <Icon name="external" size={16} />
      </span>
    </a>
  )
}
