import { useSyncExternalStore } from 'react'
import type { StoreApi } from 'zustand/vanilla'

/** Renders with a store's state. Zustand's own hook takes React as one object, which costs each document about 1 kB. */
export function useStore<T>(store: StoreApi<T>): T {
  return useSyncExternalStore(store.subscribe, store.getState, store.getState)
}
