/** The value below which the given part of the sorted samples lies (nearest rank). NaN without samples. */
export function quantile(samples: readonly number[], part: number): number {
  const sorted = [...samples].sort((left, right) => left - right)
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN
}

/** The middle sample, or the mean of the two in the middle. NaN without samples. */
export function median(samples: readonly number[]): number {
  const sorted = [...samples].sort((left, right) => left - right)
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)] ?? Number.NaN
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper
}
