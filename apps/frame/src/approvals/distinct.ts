/** JSON has no integers of this size; the text of one is as good to compare. */
const comparable = (_: string, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)

/** A text by which two values can be told apart. */
export const textOf = (value: unknown): string => JSON.stringify(value, comparable)

/** What several steps say alike is said once; the first place counts. */
export function distinct<T>(items: readonly T[]): T[] {
  const seen = new Map<string, T>()
  for (const item of items) {
    const text = textOf(item)
    if (!seen.has(text)) seen.set(text, item)
  }
  return [...seen.values()]
}
