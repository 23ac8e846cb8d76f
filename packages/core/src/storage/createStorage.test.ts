import { describe, expect, it } from 'vitest'
import { createStorage } from './createStorage.ts'

/** The parts of `Storage` that are used. */
function area(initial: Record<string, string> = {}) {
  const items = new Map(Object.entries(initial))
  return {
    items,
    storage: {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
      removeItem: (key: string) => void items.delete(key),
    } as unknown as Storage,
  }
}

describe('createStorage', () => {
  it('R9-69 prefixes every key', () => {
    const { items, storage } = area()
    createStorage(() => storage).set('a', '1')
    expect([...items]).toEqual([['latchkey.a', '1']])
  })
  it('sees what another tab changed', () => {
    const { items, storage } = area()
    const store = createStorage(() => storage)
    store.set('a', '1')
    items.delete('latchkey.a')
    expect(store.get('a')).toBeUndefined()
  })
  it('falls back to memory without an area, and when the area throws', () => {
    for (const source of [
      () => undefined,
      () => {
        throw new DOMException('blocked', 'SecurityError')
      },
    ]) {
      const store = createStorage(source)
      store.set('a', '1')
      expect(store.get('a')).toBe('1')
      store.remove('a')
      expect(store.get('a')).toBeUndefined()
    }
  })
  it('keeps in memory what a full area refused', () => {
    const { storage } = area({ 'latchkey.a': 'old' })
    storage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    const store = createStorage(() => storage)
    store.set('a', 'new')
    expect(store.get('a')).toBe('new')
  })
})
