import { type ConnectorContext, type CreateConnector, createConnector } from '@latchkey/core'
import { buildEmbedded, type EmbeddedOptions, type SessionSource } from './buildEmbedded.ts'
import type { FrameSession } from './embedded/FrameSession.ts'

/**
 * The embedded wallet: keys in a frame of their own origin, sign-in by e-mail. This file is light; the frame and its
 * protocol are loaded on first need.
 *
 * @example
 * createConfig({ connectors: [embedded()], … })
 */
export const embedded = (options: EmbeddedOptions = {}): CreateConnector =>
  createConnector((context) => buildEmbedded(context, options, lazySession(context)))

/** Loads and makes the session once; a failed load is tried again at the next call. */
function lazySession(context: ConnectorContext): SessionSource {
  let made: Promise<FrameSession> | undefined
  const get = (): Promise<FrameSession> => {
    made ??= import('./embedded/FrameSession.ts')
      .then((module) => module.createFrameSession(context))
      .catch((error: unknown) => {
        made = undefined
        throw error
      })
    return made
  }
  return Object.assign(get, { peek: () => made })
}
