import type { KeyValueStorage } from '@latchkey/core/connector'

/** The store that the client wants (its `IKeyValueStorage`). */
export type ClientStorage = {
  getKeys(): Promise<string[]>
  getEntries<T>(): Promise<[string, T][]>
  getItem<T>(key: string): Promise<T | undefined>
  setItem<T>(key: string, value: T): Promise<void>
  removeItem(key: string): Promise<void>
}

const PREFIX = 'wc.'

/**
 * The client's store over the page's own: it works where IndexedDB is blocked and on a server, and a reload finds it
 * again at once.
 *
 * @param instance text in the client's keys that is new at each load; it is left out
 */
export function clientStorage(storage: KeyValueStorage, instance: string): ClientStorage {
  const used = new Set<string>()
  const nameOf = (key: string) => {
    used.add(key)
    return PREFIX + key.replace(`:${instance}`, '')
  }
  const getItem = async <T>(key: string): Promise<T | undefined> => parse<T>(storage.get(nameOf(key)))
  return {
    getItem,
    getKeys: async () => [...used],
    async getEntries<T>() {
      const entries: [string, T][] = []
      for (const key of used) {
        const value = await getItem<T>(key)
        if (value !== undefined) entries.push([key, value])
      }
      return entries
    },
    async setItem(key, value) {
      storage.set(nameOf(key), JSON.stringify(value, withoutBigInt))
    },
    async removeItem(key) {
      storage.remove(nameOf(key))
      used.delete(key)
    },
  }
}

const withoutBigInt = (_key: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)

/** Whatever somebody else wrote there is as good as nothing. */
function parse<T>(text: string | undefined): T | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}
