import type { WalletConnectOptions } from '@latchkey/connectors/walletConnect'
import type { Config } from '@latchkey/core'
import type { SiweConfig } from '@latchkey/core/siwx'
import { lazy } from '@latchkey/std/lazy'

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
  let stop: (() => void) | undefined
  let destroyed = false
  return {
    load: lazy(async () => {
      const session = await import('./startSession.ts')
      if (!destroyed) stop = session.startSession(config, options)
      return session
    }),
    destroy() {
      destroyed = true
      stop?.()
    },
  }
}
