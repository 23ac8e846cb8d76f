import type { ReactElement } from 'react'
import { finderPatterns } from './roundedModules.ts'

const SIZE = 41
const finders = finderPatterns(SIZE, 4)

/** The shape of a code that is awaited: its three corners, and rows of what comes. */
export const QrSkeleton = (): ReactElement => (
  <svg className="lk-qr-skeleton" viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden="true">
    <path d={finders} fillRule="evenodd" />
    <path
      className="lk-qr-rows"
      d="M13 6.5h15M13 10.5h15M4.5 14.5h32M4.5 18.5h11M25.5 18.5h11M4.5 22.5h11M25.5 22.5h11M4.5 26.5h32M13 30.5h24M13 34.5h24"
    />
  </svg>
)
