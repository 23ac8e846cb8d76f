import type { WalletConnectOptions } from '@latchkey/connectors/walletConnect'
import type { Config } from '@latchkey/core'
import type { SiweConfig } from '@latchkey/core/siwx'

type SessionModule = typeof import('./startSession.ts')

export type SessionOptions = {
  walletConnect?: WalletConnectOptions | undefined
  siweConfig?: SiweConfig | undefined
}

export type LazySession = {
  /** Loads the code that follows connections and finds wallets, once, and starts to follow. */
  load(): Promise<SessionModule>
  destroy(): void
}

/** Restoring, ending and following connections: loaded when there is one, or the modal opens. */
export function lazySession(config: Config, options: SessionOptions): LazySession {
  let loading: Promise<SessionModule> | undefined
  let stop: (() => void) | undefined
  let destroyed = false
  return {
    load() {
      loading ??= import('./startSession.ts').then(
        (session) => {
          if (!destroyed) stop = session.startSession(config, options)
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
