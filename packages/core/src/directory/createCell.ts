/** One value that can be followed, in the form that `useSlice` takes. */
export type Cell<Value> = {
  getState(): Value
  getInitialState(): Value
  subscribe(listener: () => void): () => void
}

type WritableCell<Value> = Cell<Value> & { setState(value: Value): void }

export function createCell<Value>(initial: Value): WritableCell<Value> {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    getState: () => value,
    getInitialState: () => initial,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    setState(next) {
      value = next
      for (const listener of [...listeners]) listener()
    },
  }
}
