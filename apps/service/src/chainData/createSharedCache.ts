/** Values that are kept for a while, and loaded once for all who ask meanwhile. */
export type SharedCache<T> = {
  /** The kept value, the one that is being loaded, or a new one. What fails is not kept. */
  read(key: string, load: () => Promise<T>): Promise<T>
  /** Whether `read` would not load. */
  has(key: string): boolean
  /** Changes a kept value without making it younger. */
  change(key: string, change: (kept: T) => T): void
}

export type CacheLimits = {
  /** ms; 0: nothing is kept, and who asks at one time still shares one answer. */
  lifetime: number
  /** Values at most; the oldest goes first. */
  most: number
  now: () => number
}

/** A cache in memory, of this process alone. */
export function createSharedCache<T>({ lifetime, most, now }: CacheLimits): SharedCache<T> {
  // In the order in which they were loaded.
  const kept = new Map<string, { value: T; until: number }>()
  const loading = new Map<string, Promise<T>>()
  const find = (key: string) => {
    const found = kept.get(key)
    if (!found || now() < found.until) return found
    kept.delete(key)
    return undefined
  }
  async function loadOne(key: string, start: () => Promise<T>): Promise<T> {
    try {
      // Not before the caller has noted it.
      await null
      const value = await start()
      kept.delete(key)
      if (lifetime > 0) kept.set(key, { value, until: now() + lifetime })
      const [oldest] = kept.keys()
      if (kept.size > most && oldest !== undefined) kept.delete(oldest)
      return value
    } finally {
      loading.delete(key)
    }
  }
  return {
    async read(key, start) {
      const found = find(key)
      if (found) return found.value
      const started = loading.get(key)
      if (started) return started
      const load = loadOne(key, start)
      loading.set(key, load)
      return load
    },
    has: (key) => find(key) !== undefined || loading.has(key),
    change(key, change) {
      const found = find(key)
      if (found) found.value = change(found.value)
    },
  }
}
