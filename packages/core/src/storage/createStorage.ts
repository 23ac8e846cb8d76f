import type { KeyValueStorage } from '../interfaces/Connector.ts'

/** Prefix of every key that Latchkey writes in the host's localStorage. */
export const STORAGE_PREFIX = 'latchkey.'

/**
 * Storage over localStorage, or over memory where that is blocked or absent (server, sandboxed frame, full disk).
 * Reads and writes never throw: a lost cache costs a sign-in, a thrown error costs the page.
 */
export function createStorage(area: () => Storage | undefined = browserArea): KeyValueStorage {
  // Only what the area refused: another tab may change the rest.
  const memory = new Map<string, string>()
  /** False when there is no area, or it throws. */
  const use = (work: (storage: Storage) => void): boolean => {
    try {
      const storage = area()
      if (storage) work(storage)
      return storage !== undefined
    } catch {
      return false
    }
  }
  return {
    get(key) {
      let found = memory.get(key)
      if (found === undefined)
        use((storage) => {
          found = storage.getItem(STORAGE_PREFIX + key) ?? undefined
        })
      return found
    },
    set(key, value) {
      if (use((storage) => storage.setItem(STORAGE_PREFIX + key, value))) memory.delete(key)
      else memory.set(key, value)
    },
    remove(key) {
      memory.delete(key)
      use((storage) => storage.removeItem(STORAGE_PREFIX + key))
    },
  }
}

function browserArea(): Storage | undefined {
  return typeof window === 'undefined' ? undefined : window.localStorage
}
