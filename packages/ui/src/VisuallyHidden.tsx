import type { ReactElement, ReactNode } from 'react'

/** Text for assistive technology only. */
export function VisuallyHidden({ children }: { children: ReactNode }): ReactElement {
  return <span className="lk-hidden">{children}</span>
}
