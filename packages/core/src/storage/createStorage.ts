/** A string store that never throws. */
export type KeyValueStorage = {
  get(key: string): string | undefined
  set(key: string, value: string): void
  remove(key: string): void
}

/** Prefix of every key that Latchkey writes in the host's localStorage. */
export const STORAGE_PREFIX = 'latchkey.'

/**
 * Storage over localStorage, or over memory where that is blocked or absent (server, sandboxed frame, full disk).
 * Reads and writes never throw: a lost cache costs a sign-in, a thrown error costs the page.
 */
export function createStorage(area: () => Storage | undefined = browserArea): KeyValueStorage {
  const memory = new Map<string, string>()
  const use = <T>(work: (storage: Storage) => T): T | undefined => {
    try {
      const storage = area()
      return storage ? work(storage) : undefined
    } catch {
      return undefined
    }
  }
  return {
    get: (key) => use((storage) => storage.getItem(STORAGE_PREFIX + key)) ?? memory.get(key),
    set(key, value) {
      memory.set(key, value)
      use((storage) => storage.setItem(STORAGE_PREFIX + key, value))
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
