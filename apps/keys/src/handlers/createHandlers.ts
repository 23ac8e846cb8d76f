import type { Handlers } from '@latchkey/bridge'
import { hasCode } from '@latchkey/errors'
import { InvalidTokenError, ServiceUnreachableError } from '@latchkey/protocol/http'
import { type KeysContract, type KeysState, SignedOutError } from '@latchkey/protocol/keys'
import { lazy } from '@latchkey/std/lazy'
import { endSession } from '../session/endSession.ts'
import { refreshSession } from '../session/tokenSource.ts'
import type { Exclusive } from '../state/exclusive.ts'
import type { KeysContext } from '../state/KeysContext.ts'
import type { Signer } from '../wallet/signer.ts'
import { accountHandlers } from './accountHandlers.ts'
import { evmHandlers } from './evm/evmHandlers.ts'
import type { LoginHandlers } from './loginHandlers.ts'

/** What the handlers are made of. */
export type HandlerParts = {
  context: KeysContext
  readState(): Promise<KeysState>
  signer: Signer
  /** Codes are asked for and answered one after the other. */
  oneLogin: Exclusive
  /** Fires when the login that is under way is overtaken by a sign-out. */
  loginOver(): AbortSignal
  cancelLogin(): void
  /** Runs what may wait. */
  whenIdle(run: () => void): void
}

/** What signs in, and what few visits need: somebody who is signed in already does not load its code. */
const LAZY = [
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
  'shareEmail',
] as const satisfies readonly (keyof LoginHandlers)[]

type Lazy = Pick<LoginHandlers, (typeof LAZY)[number]>
type LoadLogin = () => Promise<typeof import('./loginHandlers.ts')>

/** Handlers whose code comes later. A sign-out between the call and the code's arrival still overtakes it. */
function lazyHandlers(parts: HandlerParts, load: LoadLogin): Lazy {
  const handlerOf = (name: keyof Lazy) => async (params: unknown, call: unknown) => {
    if (name === 'cancelLogin') parts.cancelLogin()
    const over = parts.loginOver()
    const { loginHandlers } = await load()
    const handle = loginHandlers({ ...parts, over })[name] as (params: unknown, call: unknown) => unknown
    return handle(params, call)
  }
  return Object.fromEntries(LAZY.map((name) => [name, handlerOf(name)])) as Lazy
}

/** One handler for each method of the contract; the compiler refuses the build while one is missing. */
export function createHandlers(parts: HandlerParts) {
  const { context, readState, cancelLogin, whenIdle } = parts
  let told: KeysState['status'] | undefined
  const loadLogin = lazy(
    () => import('./loginHandlers.ts'),
    (cause) => new ServiceUnreachableError({ cause }),
  )
  return {
    ...lazyHandlers(parts, loadLogin),
    ...evmHandlers(parts),
    ...accountHandlers(parts),
    async warmUp() {
      await context.vault.warmUp()
      return {}
    },
    // Answers from this partition alone, without the network. Whoever is signed out will sign in: that code is fetched after it.
    async getState() {
      const state = await readState()
      if (state.status !== told)
        whenIdle(() => {
          if (told !== 'signedIn') loadLogin().catch(() => undefined)
        })
      told = state.status
      return state
    },
    // Grants and wallet may have changed, and the session may have been ended elsewhere.
    async syncSession(_params, { signal }) {
      try {
        await refreshSession(context, signal)
      } catch (error) {
        if (!hasCode(error, SignedOutError.code, InvalidTokenError.code)) throw error
      }
      return readState()
    },
    // Does not wait for a login that is under way: it ends that too.
    async signOut() {
      cancelLogin()
      await endSession(context)
      return {}
    },
  } satisfies Handlers<KeysContract>
}
