/** Basis points as percent: `25` is `0.25`. */
export function percentOfPoints(points: number): string {
  const whole = Math.trunc(points / 100)
  const part = String(points % 100)
    .padStart(2, '0')
    .replace(/0+$/, '')
  return part ? `${whole}.${part}` : String(whole)
}

/** Hundredths of a basis point as percent, never less than it is: `3_001` is `0.31`. */
export const percentOfParts = (parts: number): string => percentOfPoints(Math.ceil(parts / 100))
