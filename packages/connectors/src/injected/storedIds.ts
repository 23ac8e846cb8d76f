import type { KeyValueStorage } from '@latchkey/core/connector'

const ID = /^[\w.:-]{1,128}$/
const MOST_IDS = 50

/** A set of connector ids in the page's storage. */
export type StoredIds = { has(id: string): boolean; set(id: string, isIn: boolean): void }

/** Reads and writes a set of connector ids; whatever is not of the written form is dropped. */
export function storedIds(storage: KeyValueStorage, key: string): StoredIds {
  const read = (): string[] => {
    try {
      const ids: unknown = JSON.parse(storage.get(key) ?? '[]')
      return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string' && ID.test(id)) : []
    } catch {
      return []
    }
  }
  return {
    has: (id) => read().includes(id),
    set(id, isIn) {
      const before = read()
      if (before.includes(id) === isIn) return
      const ids = isIn ? [...before, id].slice(-MOST_IDS) : before.filter((other) => other !== id)
      if (ids.length === 0) storage.remove(key)
      else storage.set(key, JSON.stringify(ids))
    },
  }
}
