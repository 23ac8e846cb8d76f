import { answerCode } from '../session/answerCode.ts'
import type { MakeHandler } from './Handler.ts'

/** Signs in; a sign-out overtakes it. */
export const submitCode: MakeHandler<'submitCode'> =
  ({ context, oneLogin, loginOver, readState }) =>
  ({ code }, { signal }) =>
    oneLogin(async () => {
      await answerCode(context, code, signal, loginOver())
      return readState()
    })
