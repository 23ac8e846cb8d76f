/** The records of one partition. */
export type RecordName = 'device' | 'session' | 'challenge' | 'share' | 'flows' | 'join' | 'emailChange'

/**
 * Small key-value storage of structured-clonable values. `get` gives `unknown`: whoever reads checks.
 * No call rejects: storage that fails is replaced by memory (see `openRecordStore`).
 */
export type RecordStore = {
  get(name: RecordName): Promise<unknown>
  /**
   * Writes `next(current)` in one transaction, so that tabs of one partition agree; `undefined` deletes, `KEEP` leaves all
   * as it is. Answers with what is stored afterwards.
   */
  update(name: RecordName, next: (current: unknown) => unknown): Promise<unknown>
  /** Deletes every record. */
  clear(): Promise<void>
  /** False once the records live in this page's memory only. */
  readonly persistent: boolean
}

/** Answer of an `update` that changes nothing. */
export const KEEP: unique symbol = Symbol('keep')

/** Records that end with the page. */
export function createMemoryStore(): RecordStore {
  const records = new Map<RecordName, unknown>()
  return {
    persistent: false,
    async get(name) {
      return records.get(name)
    },
    async update(name, next) {
      const value = next(records.get(name))
      if (value === undefined) records.delete(name)
      else if (value !== KEEP) records.set(name, value)
      return records.get(name)
    },
    async clear() {
      records.clear()
    },
  }
}
