import { type Connector, type ConnectorContext, type CreateConnector, createConnector } from '@latchkey/core'
import type { FrameSession } from './embedded/FrameSession.ts'
import { EMBEDDED_ICON } from './embeddedIcon.ts'
import { SameSiteFrameError } from './errors.ts'
import { isSameSite } from './isSameSite.ts'

export type EmbeddedOptions = {
  /** Name in lists; default `E-mail`. */
  name?: string
}

/** Key of the flag that a sign-in has happened here (spec 3): only then is the frame made at start. */
const LOGIN_USED = 'EMAIL_LOGIN_USED_KEY'

/**
 * The embedded wallet: keys in a frame of their own origin, sign-in by e-mail. This file is light; the frame and its
 * protocol are loaded on first need.
 *
 * @example
 * createConfig({ connectors: [embedded()], … })
 */
export function embedded(options: EmbeddedOptions = {}): CreateConnector {
  return createConnector((context) => {
    const session = lazySession(context)
    const connector: Connector = {
      id: 'embedded',
      name: options.name ?? 'E-mail',
      type: 'AUTH',
      icon: EMBEDDED_ICON,
      namespaces: ['eip155'],
      approvesInFrame: true,
      connect: async (parameters) => (await session()).getUser(parameters),
      async reconnect(parameters) {
        // No flag, no frame: a page where nobody signed in contacts nothing (spec 4, connected check).
        if (context.storage.get(LOGIN_USED) !== 'true') return undefined
        return (await session()).restore(parameters)
      },
      disconnect: async () => (await session()).signOut(),
      request: async (args) => (await session()).request(args),
      switchNetwork: async (network) => (await session()).switchNetwork(network.caipNetworkId),
      setPreferredAccountType: async (type) => (await session()).setPreferredAccount(type),
      email: {
        start: async (parameters) => (await session()).connectEmail(parameters),
        promptCode: async (parameters) => (await session()).promptCode(parameters),
      },
      prepare: async () => (await session()).ready(),
      destroy: () => session.peek()?.then((made) => made.destroy()),
    }
    return connector
  })
}

/** Loads and makes the session once; a failed load is tried again at the next call. */
function lazySession(context: ConnectorContext) {
  let made: Promise<FrameSession> | undefined
  const get = (): Promise<FrameSession> => {
    if (typeof window !== 'undefined' && isSameSite(window.location.origin, context.services.walletOrigin))
      return Promise.reject(new SameSiteFrameError())
    made ??= import('./embedded/FrameSession.ts')
      .then(({ createFrameSession }) => createFrameSession(context))
      .catch((error: unknown) => {
        made = undefined
        throw error
      })
    return made
  }
  return Object.assign(get, { peek: () => made })
}
