import { type CreateConnector, createConnector } from '@latchkey/core'
import { lazy } from '@latchkey/std/lazy'
import { buildEmbedded, type EmbeddedOptions } from './buildEmbedded.ts'

/**
 * The embedded wallet: keys in a frame of their own origin, sign-in by e-mail. This file is light; the frame and its
 * protocol are loaded on first need.
 *
 * @example
 * createConfig({ connectors: [embedded()], … })
 */
export const embedded = (options: EmbeddedOptions = {}): CreateConnector =>
  createConnector((context) =>
    buildEmbedded(
      context,
      options,
      lazy(async () => (await import('./embedded/FrameSession.ts')).createFrameSession(context)),
    ),
  )
