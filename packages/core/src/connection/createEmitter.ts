import { callListener } from '@latchkey/std/reportError'
import type { Emitter } from '../interfaces/Connector.ts'

type Listener = (payload: never) => void

/** A small typed emitter. A listener that throws does not keep the others from hearing. */
export function createEmitter<Events>(): Emitter<Events> {
  const listeners = new Map<keyof Events, Set<Listener>>()
  return {
    emit(name, payload) {
      for (const listener of [...(listeners.get(name) ?? [])]) callListener(listener, payload as never)
    },
    on(name, listener) {
      const set = listeners.get(name) ?? new Set()
      listeners.set(name, set)
      set.add(listener as Listener)
      return () => void set.delete(listener as Listener)
    },
    off: (name, listener) => void listeners.get(name)?.delete(listener as Listener),
  }
}
