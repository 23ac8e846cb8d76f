/**
 * Whether `value` is an object whose keys may be read: no array, not null. A class instance is one too.
 *
 * @example
 * const value: unknown = JSON.parse(text)
 * if (isRecord(value) && typeof value.code === 'number') console.log(value.code)
 */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
