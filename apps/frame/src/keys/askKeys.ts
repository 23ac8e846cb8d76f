import { BaseError } from '@latchkey/errors'
import type { ParamsOf, ResultOf } from '@latchkey/protocol'
import {
  KeysUnavailableError,
  NoPendingCodeError,
  NoPendingSignInError,
  NotConnectedError,
  PasskeyCancelledError,
  PasskeyUnavailableError,
  RequestBlockedError,
  SessionExpiredError,
  StrangeUriError,
} from '@latchkey/protocol/frame'
import * as http from '@latchkey/protocol/http'
import type { KeysContract } from '@latchkey/protocol/keys'
import * as keys from '@latchkey/protocol/keys'
import type { KeysConnection } from '../context/Frame.ts'

type Methods = KeysContract['methods']

/**
 * Calls the keys app, waiting for it to be ready. Its errors come out in the words of the frame's contract.
 *
 * @throws KeysUnavailableError when it does not start or does not answer in time
 * @example
 * const { signature } = await askKeys(frame.keys, 'signMessage', { address, message })
 */
export async function askKeys<Name extends keyof Methods>(
  keys: KeysConnection,
  method: Name,
  params: ParamsOf<Methods[Name]>,
  signal?: AbortSignal,
): Promise<ResultOf<Methods[Name]>> {
  try {
    const client = await keys.client()
    const call = client.call[method] as (
      params: ParamsOf<Methods[Name]>,
      options?: { signal?: AbortSignal },
    ) => Promise<ResultOf<Methods[Name]>>
    return await call(params, signal ? { signal } : {})
  } catch (error) {
    throw translateKeysError(error)
  }
}

/** What the keys app answers with, in the words that a host's contract knows. */
const translations = new Map<number, () => BaseError>([
  [keys.SignedOutError.code, () => new NotConnectedError()],
  [keys.UnknownAccountError.code, () => new NotConnectedError()],
  [keys.NoChallengeError.code, () => new NoPendingCodeError()],
  [keys.NothingPendingError.code, () => new NoPendingSignInError()],
  [keys.StrangeResultError.code, () => new StrangeUriError()],
  [keys.NoPasskeysHereError.code, () => new PasskeyUnavailableError()],
  [keys.PasskeyNotUsedError.code, () => new PasskeyCancelledError()],
  [keys.IntentRefusedError.code, () => new RequestBlockedError({ data: { reason: 'refusedByKeys' } })],
  [http.InvalidTokenError.code, () => new SessionExpiredError()],
  [http.RefreshReusedError.code, () => new SessionExpiredError()],
  [http.InvalidProofError.code, () => new SessionExpiredError()],
  [http.KeysetNotFoundError.code, () => new SessionExpiredError()],
])

/** Codes of the bridge: the keys app went silent, was closed, or broke its contract. */
const isBridgeError = (code: number) => code >= 1000 && code < 2000

/**
 * Turns an error of the keys app into one that may be told to the host.
 *
 * @example
 * client.call.signMessage(params).catch((error) => { throw translateKeysError(error) })
 */
function translateKeysError(error: unknown): BaseError {
  if (!(error instanceof BaseError)) return new KeysUnavailableError({ cause: error })
  if (isBridgeError(error.code)) return new KeysUnavailableError({ cause: error })
  return translations.get(error.code)?.() ?? error
}
