import { requestCode } from '../session/requestCode.ts'
import type { MakeHandler } from './Handler.ts'

/** Sends a code, or says that none is needed. */
export const startEmail: MakeHandler<'startEmail'> =
  ({ context, oneLogin, loginOver }) =>
  (params, { signal }) =>
    oneLogin(() => requestCode(context, params, AbortSignal.any([signal, loginOver()])))
