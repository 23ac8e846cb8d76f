import type { Handlers } from '@latchkey/bridge'
import { ServiceUnreachableError } from '@latchkey/protocol/http'
import type { KeysContract } from '@latchkey/protocol/keys'
import type { HandlerParts } from './HandlerParts.ts'

type All = Handlers<KeysContract>

/** What signs in, and what few visits need: somebody who is signed in already does not load its code. */
export const LAZY = [
  'startEmail',
  'resendCode',
  'submitCode',
  'cancelLogin',
  'resendDevice',
  'checkDevice',
  'startSocial',
  'finishSocial',
  'startFarcaster',
  'checkFarcaster',
  'signInWithPasskey',
  'recoverWithPasskey',
  'startJoin',
  'checkJoin',
  'startEmailChange',
  'submitEmailChange',
  'resendEmailChange',
] as const satisfies readonly (keyof All)[]

export type LazyName = (typeof LAZY)[number]

/**
 * Loads the code; ahead of time, when called before anybody asks for it.
 *
 * @throws ServiceUnreachableError
 */
export async function loadLogin() {
  try {
    return await import('./loginHandlers.ts')
  } catch (cause) {
    throw new ServiceUnreachableError({ cause })
  }
}

/**
 * Makes the handlers whose code comes later. A sign-out between the call and the code's arrival still overtakes it.
 *
 * @throws ServiceUnreachableError from each of them when the code cannot be loaded
 */
export function lazyHandlers(parts: HandlerParts): Pick<All, LazyName> {
  const later = (name: LazyName) => async (params: unknown, call: unknown) => {
    if (name === 'cancelLogin') parts.cancelLogin()
    const over = parts.loginOver()
    const { loginHandlers } = await loadLogin()
    const handle = loginHandlers({ ...parts, over })[name] as (params: unknown, call: unknown) => unknown
    return handle(params, call)
  }
  return Object.fromEntries(LAZY.map((name) => [name, later(name)])) as Pick<All, LazyName>
}
