import type { Config } from '@latchkey/core'

type SessionModule = typeof import('@latchkey/core/session')

export type LazySession = {
  /** Loads the code that follows connections, once, and starts to follow. */
  load(): Promise<SessionModule>
  destroy(): void
}

/** Restoring, ending and following connections: loaded when there is one, or the modal opens. */
export function lazySession(config: Config): LazySession {
  let loading: Promise<SessionModule> | undefined
  let stop: (() => void) | undefined
  let destroyed = false
  return {
    load() {
      loading ??= import('@latchkey/core/session').then(
        (session) => {
          if (!destroyed) stop = session.watchConnectors(config)
          return session
        },
        (error: unknown) => {
          // A failed download is tried again by whoever needs it next.
          loading = undefined
          throw error
        },
      )
      return loading
    },
    destroy() {
      destroyed = true
      stop?.()
    },
  }
}
