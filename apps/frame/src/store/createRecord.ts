import type * as z from 'zod/mini'

/** Where records are kept. */
export type RecordPlace = {
  /** The document's own storage for what must outlive a reload; reading it throws where the browser blocks it. */
  storage: () => Storage
  /** Keeps for this session what the browser's storage refuses. */
  memory: Map<string, string>
}

/** One named value that outlives a reload. */
export type StoredRecord<T> = {
  read(): T
  write(value: T): void
}

const prefix = 'latchkey.frame.'

function readText({ storage, memory }: RecordPlace, key: string): string | null {
  // What storage refused to take is newer than what it has.
  const kept = memory.get(key)
  if (kept !== undefined) return kept
  try {
    return storage().getItem(key)
  } catch {
    return null
  }
}

function writeText({ storage, memory }: RecordPlace, key: string, text: string): void {
  try {
    storage().setItem(key, text)
    memory.delete(key)
  } catch {
    memory.set(key, text)
  }
}

function parse<T>(schema: z.ZodMiniType<T>, text: string): T | undefined {
  try {
    const parsed = schema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/**
 * A value in the frame's own storage; in memory where the browser blocks that or it is full. What does not fit the
 * schema counts as nothing. It is read anew each time, since another window of the wallet may have written it.
 *
 * @param name unique in the frame; what belongs to one account or site has it in its name
 * @example
 * const record = createRecord(frame, 'pending', z.array(z.string()), []); record.write([...record.read(), hash])
 */
export function createRecord<T>(
  place: RecordPlace,
  name: string,
  schema: z.ZodMiniType<T>,
  empty: T,
): StoredRecord<T> {
  const key = `${prefix}${name}`
  return {
    read() {
      const text = readText(place, key)
      return text === null ? empty : (parse(schema, text) ?? empty)
    },
    write: (value) => writeText(place, key, JSON.stringify(value)),
  }
}
