import type { ReactElement, ReactNode } from 'react'

export type LiveRegionProps = {
  /** What to say; empty for silence. */
  message: ReactNode
  /** Interrupts what is being read. For errors only. */
  assertive?: boolean | undefined
}

/**
 * Announces a message without showing it (WAI-ARIA 1.2, live regions). Mount it before it has something to say:
 * a region that arrives together with its text is often not read.
 * @example <LiveRegion message={copied ? 'Copied' : ''} />
 */
export function LiveRegion({ message, assertive = false }: LiveRegionProps): ReactElement {
  return (
    <span className="lk-hidden" role={assertive ? 'alert' : 'status'} aria-atomic="true">
      {message}
    </span>
  )
}
