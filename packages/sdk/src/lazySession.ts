import type { Config } from '@latchkey/core'
import { loading } from '@latchkey/errors'
import { lazy } from '@latchkey/std/lazy'
import type { SessionOptions } from './startSession.ts'

export type SessionModule = typeof import('./startSession.ts')

/** Loads the code that follows connections and finds wallets, once, and starts to follow. */
export type LazySession = () => Promise<SessionModule>

/** Restoring, ending and following connections: loaded when there is one, or the modal opens. */
export const lazySession = (config: Config, options: SessionOptions): LazySession =>
  lazy(async () => {
    const session = await loading(import('./startSession.ts'))
    const { signal } = config.runtime
    if (!signal.aborted) signal.addEventListener('abort', session.startSession(config, options))
    return session
  })
