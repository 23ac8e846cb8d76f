import { reportError } from './reportError.ts'

type Listener = (payload: unknown) => void

/** Who listens to which event. One listener's bug reaches neither the others nor the transport. */
export function createEventListeners(events: readonly string[]) {
  const listeners = new Map<string, Set<Listener>>(events.map((event) => [event, new Set()]))
  return {
    on(event: string, listener: Listener): () => void {
      listeners.get(event)?.add(listener)
      return () => {
        listeners.get(event)?.delete(listener)
      }
    },
    tell(event: string, payload: unknown) {
      for (const listener of listeners.get(event) ?? []) {
        try {
          listener(payload)
        } catch (error) {
          reportError(error)
        }
      }
    },
    clear() {
      for (const set of listeners.values()) set.clear()
    },
  }
}
