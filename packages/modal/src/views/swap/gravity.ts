/** From here on an impact is worth a warning, and from there it is a danger; basis points. */
const NOTICED_IMPACT = 200
const GRAVE_IMPACT = 500

export type Gravity = 'small' | 'noticed' | 'grave'

/** How grave an impact of so many basis points is. */
export function gravityOf(points: number | undefined): Gravity {
  if (points === undefined || points < NOTICED_IMPACT) return 'small'
  return points < GRAVE_IMPACT ? 'noticed' : 'grave'
}

/** Basis points as percent, in the form of the reader's language. */
export const formatPoints = (tag: string, points: number): string =>
  new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 2 }).format(points / 10_000)

/** A price is good for so long, ms. */
export const QUOTE_LIFE = 10_000
