/**
 * JSON with sorted keys and integers as text: equal for equal content.
 *
 * @example
 * canonicalText({ b: 1n, a: 'x' }) === canonicalText({ a: 'x', b: 1n })
 */
export function canonicalText(value: unknown): string {
  if (typeof value === 'bigint') return `{"bigint":"${value}"}`
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalText(field)}`).join(',')}}`
}
