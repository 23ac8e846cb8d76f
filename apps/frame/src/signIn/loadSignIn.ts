import { ServiceUnreachableError } from '@latchkey/protocol/http'

/**
 * Loads the screens of the ways to sign in other than by a code, and of recovery.
 *
 * @throws ServiceUnreachableError when they cannot be loaded; the next call tries again
 */
export async function loadSignIn() {
  try {
    return (await import('./signIn.ts')).signIn
  } catch (cause) {
    throw new ServiceUnreachableError({ cause })
  }
}
