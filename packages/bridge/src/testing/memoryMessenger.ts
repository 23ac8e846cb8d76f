import type { Messenger } from '../wire/portMessenger.ts'

/** A messenger whose peer is the test: it hands in any value, by reference and at once, and sees what is posted. */
export function memoryMessenger() {
  const listeners = new Set<(data: unknown) => void>()
  const posted: unknown[] = []
  let settleClosed = () => {}
  const closed = new Promise<void>((resolve) => {
    settleClosed = resolve
  })
  const messenger: Messenger = {
    post: (message) => void posted.push(message),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close: () => settleClosed(),
    closed,
  }
  const receive = (data: unknown) => {
    for (const listener of listeners) listener(data)
  }
  return { messenger, posted, receive }
}
