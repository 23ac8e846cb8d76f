import type { ReactElement } from 'react'

/** One area of a mark: its outline on a 24 px grid, and its colour where it is not that of the text around it. */
export type Area = readonly [path: string, color?: string]

/** A mark of areas. What it stands for is said beside it. */
export const Mark = ({ areas, size }: { areas: readonly Area[]; size: number }): ReactElement => (
  <svg viewBox="0 0 24 24" width={size} height={size} focusable="false" aria-hidden="true">
    {areas.map(([path, color]) => (
      <path key={path} d={path} fill={color ?? 'currentColor'} />
    ))}
  </svg>
)
