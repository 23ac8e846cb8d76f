import { loadPart } from '../context/loadPart.ts'

/**
 * Loads the screens of the ways to sign in other than by a code, and of recovery.
 *
 * @throws ServiceUnreachableError when they cannot be loaded; the next call tries again
 */
export const loadSignIn = async () => (await loadPart(() => import('./signIn.ts'))).signIn
