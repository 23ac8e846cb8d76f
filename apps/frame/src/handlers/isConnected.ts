import type { Handler } from './Handler.ts'

/**
 * Whether this site is connected, as this browser knows it: a service that is down must not sign anybody out. The
 * session is checked with the service meanwhile; if it has ended, keys says so and the host hears `sessionEnded`.
 */
export const isConnected: Handler<'isConnected'> = (frame) => async () => {
  const { status, granted } = await frame.keys.state()
  const connected = status === 'signedIn' && granted
  if (connected) frame.syncSession(0)
  return { isConnected: connected }
}
