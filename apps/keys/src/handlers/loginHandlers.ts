import type { Handlers } from '@latchkey/bridge'
import { SocialGoneError } from '@latchkey/protocol/http'
import { type KeysContract, type KeysState, NothingPendingError } from '@latchkey/protocol/keys'
import { anySignal } from '@latchkey/std/deadline'
import { answerCode, completeLogin, findLogin, finishLogin, giveUp } from '../session/completeLogin.ts'
import { askDeviceAgain, awaitDevice } from '../session/deviceRequest.ts'
import { answerEmailChange, beginEmailChange, resendEmailChange, shareEmail } from '../session/emailChange.ts'
import { awaitJoin, beginJoin } from '../session/join.ts'
import { requestCode, requestCodeAgain } from '../session/requestCode.ts'
import { awaitFarcaster, beginFarcaster, beginSocial, endSocial } from '../session/socialLogin.ts'
import type { Exclusive } from '../state/exclusive.ts'
import type { KeysContext } from '../state/KeysContext.ts'

/** The parts of one call; `over` is that of the moment when the call came in. */
type Parts = {
  context: KeysContext
  readState(): Promise<KeysState>
  oneLogin: Exclusive
  over: AbortSignal
}

/** The handlers of every way to sign in, and of what few visits need. */
export function loginHandlers(parts: Parts) {
  const { context, oneLogin, over, readState } = parts
  const either = (signal: AbortSignal) => anySignal(signal, over)
  return {
    startEmail: (params, { signal }) => oneLogin(() => requestCode(context, params, either(signal))),
    resendCode: (_params, { signal }) => oneLogin(() => requestCodeAgain(context, either(signal))),
    async submitCode({ code }, { signal }) {
      await oneLogin(() => answerCode(context, code, signal, over))
      return readState()
    },
    async cancelLogin() {
      await giveUp(context)
      return readState()
    },
    async resendDevice(_params, { signal }) {
      await oneLogin(() => askDeviceAgain(context, either(signal)))
      return readState()
    },
    async checkDevice(_params, { signal }) {
      await awaitDevice(context, signal, over)
      return readState()
    },
    startSocial: (params, { signal }) => oneLogin(() => beginSocial(context, params, either(signal))),
    async finishSocial({ uri }) {
      await oneLogin(() => endSocial(context, uri, over))
      return readState()
    },
    startFarcaster: (params, { signal }) => oneLogin(() => beginFarcaster(context, params, either(signal))),
    async checkFarcaster(_params, { signal }) {
      const isDone = await awaitFarcaster(context, oneLogin, signal, over)
      return { isDone, state: await readState() }
    },
    async signInWithPasskey(_params, { signal }) {
      const { signInWithPasskey } = await import('../recovery/passkeyLogin.ts')
      const { open, loginId, ...login } = await signInWithPasskey(context, either(signal))
      const end = { loginId, over, open, tooLate: () => new SocialGoneError() }
      await oneLogin(() => completeLogin(context, login, end))
      return readState()
    },
    async recoverWithPasskey(_params, { signal }) {
      const login = await findLogin(context, undefined, over)
      if (!login) throw new NothingPendingError()
      const { recoverWithPasskey } = await import('../recovery/passkeyLogin.ts')
      const open = await recoverWithPasskey(context, either(signal))
      const end = { loginId: login.loginId, over, open, tooLate: () => new NothingPendingError() }
      await oneLogin(() => finishLogin(context, login, end))
      return readState()
    },
    startJoin: (_params, { signal }) => oneLogin(() => beginJoin(context, either(signal))),
    async checkJoin(_params, { signal }) {
      const isDone = await awaitJoin(context, oneLogin, signal, over)
      return { isDone, state: await readState() }
    },
    startEmailChange: (params, { signal }) =>
      oneLogin(() => beginEmailChange(context, params, either(signal))),
    async submitEmailChange({ code }) {
      const answer = await oneLogin(() => answerEmailChange(context, code, over))
      return answer.next === 'DONE' ? { ...answer, state: await readState() } : answer
    },
    async shareEmail({ email }, { signal }) {
      await shareEmail(context, email, either(signal))
      return readState()
    },
    resendEmailChange: (_params, { signal }) => oneLogin(() => resendEmailChange(context, either(signal))),
  } satisfies Partial<Handlers<KeysContract>>
}

export type LoginHandlers = ReturnType<typeof loginHandlers>
