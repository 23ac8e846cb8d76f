/**
 * Reads a value that somebody else wrote, and gives it its type. For what a document reads before anything else can run: to
 * make the schema of it took near half of the time before the frame answers (decision 0072). Everything else has a schema.
 *
 * @throws TypeError for a value that does not fit
 */
export type Reader<T> = (value: unknown) => T

/** What a reader gives. */
export type Read<R> = R extends Reader<infer T> ? T : never
type Readers = Readonly<Record<string, Reader<unknown>>>

function take<T>(value: unknown, fits: boolean): T {
  if (!fits) throw new TypeError('The value does not fit')
  return value as T
}

/** Text in units of UTF-16. */
export const text =
  (most: number, pattern?: RegExp, least = 0): Reader<string> =>
  (value) =>
    take(
      value,
      typeof value === 'string' &&
        value.length >= least &&
        value.length <= most &&
        pattern?.test(value) !== false,
    )

/** A whole number, both ends included. */
export const whole =
  (least: number, most = Number.MAX_SAFE_INTEGER): Reader<number> =>
  (value) =>
    take(value, Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most)

export const flag: Reader<boolean> = (value) => take(value, typeof value === 'boolean')

export const oneOf =
  <const T>(...values: readonly T[]): Reader<T> =>
  (value) =>
    take(value, values.includes(value as T))

export const listOf =
  <T>(item: Reader<T>, most: number, least = 0): Reader<T[]> =>
  (value) =>
    take<unknown[]>(value, Array.isArray(value) && value.length >= least && value.length <= most).map(item)

/**
 * An object with these fields and no other.
 *
 * @param may those that may be left out
 * @example
 * const readPlace = fields({ name: text(64) }, { zip: text(16) })
 * readPlace(JSON.parse(body)).name
 */
export function fields<Must extends Readers, May extends Readers = Record<never, never>>(
  must: Must,
  may: May = {} as May,
): Reader<
  { [Name in keyof Must]: Read<Must[Name]> } & { [Name in keyof May]?: Read<May[Name]> | undefined }
> {
  const all: Readers = { ...may, ...must }
  return (value) => {
    const given = take<Record<string, unknown>>(
      value,
      typeof value === 'object' && value !== null && !Array.isArray(value),
    )
    const read: Record<string, unknown> = {}
    for (const name of Object.keys(given)) take(name, Object.hasOwn(all, name))
    for (const [name, reader] of Object.entries(all))
      if (Object.hasOwn(must, name) || given[name] !== undefined) read[name] = reader(given[name])
    return read as never
  }
}
