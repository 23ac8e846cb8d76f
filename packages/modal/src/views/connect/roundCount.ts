/** A count that need not be exact: full tens with a plus. */
export const roundCount = (count: number): string =>
  count <= 10 ? String(count) : `${Math.floor(count / 10) * 10}+`
