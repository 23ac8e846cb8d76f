import { type FallibleStore, openIndexedDbStore } from './indexedDbStore.ts'
import { createMemoryStore, type RecordStore } from './recordStore.ts'

/**
 * Opens the partition's records. Where the browser blocks storage, or stops to give it later, memory takes over and
 * `persistent` turns false: the session then ends with the page, and nothing crashes.
 *
 * @param factory gives `indexedDB`; may throw
 * @example const store = await openRecordStore(() => indexedDB)
 */
export async function openRecordStore(factory: () => IDBFactory): Promise<RecordStore> {
  try {
    return createResilientStore(await openIndexedDbStore(factory()))
  } catch {
    return createMemoryStore()
  }
}

/** Keeps a copy of each record read or written, and goes on with the copies once `disk` fails. */
export function createResilientStore(disk: FallibleStore): RecordStore {
  const copies = createMemoryStore()
  let persistent = true
  const attempt = async <T>(onDisk: () => Promise<T>, inMemory: () => Promise<T>): Promise<T> => {
    if (!persistent) return inMemory()
    try {
      return await onDisk()
    } catch {
      persistent = false
      return inMemory()
    }
  }
  return {
    get persistent() {
      return persistent
    },
    get: (name) =>
      attempt(
        async () => {
          const value = await disk.get(name)
          await copies.update(name, () => value)
          return value
        },
        () => copies.get(name),
      ),
    update: (name, next) =>
      attempt(
        async () => {
          const value = await disk.update(name, next)
          await copies.update(name, () => value)
          return value
        },
        () => copies.update(name, next),
      ),
    async clear() {
      await copies.clear()
      await attempt(disk.clear, copies.clear)
    },
  }
}
