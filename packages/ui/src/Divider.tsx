import type { ReactElement, ReactNode } from 'react'

/** A hairline, or two of them round a short text such as "or". */
export function Divider({ children }: { children?: ReactNode }): ReactElement {
  return children ? <div className="lk-divider">{children}</div> : <hr className="lk-divider" />
}
