import type { ReactElement, ReactNode } from 'react'
import { classNames } from './classNames.ts'

export type ChipProps = {
  tone?: 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | undefined
  icon?: ReactNode
  children: ReactNode
  className?: string | undefined
}

/** A word or two about the thing beside it. The word carries the meaning, not the colour. */
export function Chip({ tone = 'neutral', icon, children, className }: ChipProps): ReactElement {
  return (
    <span className={classNames('lk-chip', className)} data-tone={tone}>
      {icon}
      {children}
    </span>
  )
}
