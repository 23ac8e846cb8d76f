/** Counts what is held at once, by key. */
export type Quota = {
  /** Takes one; the function gives it back, once. `undefined` when the key has as many as it may. */
  take: (key: string) => (() => void) | undefined
}

/** @param most how many of one key may be held at once */
export function createQuota(most: number): Quota {
  const held = new Map<string, number>()
  return {
    take(key) {
      const count = held.get(key) ?? 0
      if (count >= most) return undefined
      held.set(key, count + 1)
      let given = false
      return () => {
        if (given) return
        given = true
        const left = (held.get(key) ?? 1) - 1
        if (left > 0) held.set(key, left)
        else held.delete(key)
      }
    },
  }
}
