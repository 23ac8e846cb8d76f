import { keccak256 } from 'viem'

/** JSON with sorted keys and integers as text: equal for equal content. */
export function canonical(value: unknown): string {
  if (typeof value === 'bigint') return `{"bigint":"${value}"}`
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join(',')}}`
}

/**
 * Names a payload by its canonical text: what the screen shows and what gets signed must have the same name.
 *
 * @example
 * hashText(canonical({ b: 1n, a: 'x' })) === hashText(canonical({ a: 'x', b: 1n }))
 */
export const hashText = (text: string): string => keccak256(new TextEncoder().encode(text))
