export type MailMessage = {
  id: string
  /** Envelope recipients, joined by ", ". */
  to: string
  from: string
  subject: string
  text: string
  html: string
  /** ISO 8601, when the server took it. */
  date: string
}

export type MailStore = {
  add: (message: MailMessage) => void
  /** Newest first; `to` compares whole addresses without regard to case. */
  list: (to?: string) => MailMessage[]
  find: (id: string) => MailMessage | undefined
  clear: () => void
  /** @returns ends the subscription */
  subscribe: (listener: () => void) => () => void
}

/**
 * Keeps the newest messages in memory.
 *
 * @param capacity how many; the oldest is dropped first
 * @example
 * const store = createMailStore(200)
 */
export function createMailStore(capacity: number): MailStore {
  let messages: MailMessage[] = []
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const isFor = (message: MailMessage, to: string) =>
    message.to.toLowerCase().split(', ').includes(to.toLowerCase())
  return {
    add(message) {
      messages = [message, ...messages].slice(0, capacity)
      changed()
    },
    list: (to) => (to ? messages.filter((message) => isFor(message, to)) : messages),
    find: (id) => messages.find((message) => message.id === id),
    clear() {
      messages = []
      changed()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
