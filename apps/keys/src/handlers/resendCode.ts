import { requestCodeAgain } from '../session/requestCode.ts'
import type { MakeHandler } from './Handler.ts'

/** Sends another code to the same address. */
export const resendCode: MakeHandler<'resendCode'> =
  ({ context, oneLogin, loginOver }) =>
  (_params, { signal }) =>
    oneLogin(() => requestCodeAgain(context, AbortSignal.any([signal, loginOver()])))
