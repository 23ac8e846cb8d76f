import { useSyncExternalStore } from 'react'

/** A value that many read and that tells when it changed. */
export type Store<T> = {
  get(): T
  /** Takes the fields that change; tells nobody when none does. */
  set(change: Partial<T>): void
  subscribe(listener: () => void): () => void
}

/**
 * Holds state outside of React, so that handlers and screens share it.
 *
 * @example
 * const store = createStore({ count: 0 }); store.set({ count: 1 })
 */
export function createStore<T extends object>(initial: T): Store<T> {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set(change) {
      const keys = Object.keys(change) as (keyof T)[]
      if (keys.every((key) => Object.is(state[key], change[key]))) return
      state = { ...state, ...change }
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Renders with a store's state. */
export function useStore<T extends object>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get)
}
