import type { ParamsOf, ResultOf } from '@latchkey/protocol'
import type { KeysContract } from '@latchkey/protocol/keys'
import type { KeysConnection } from './KeysConnection.ts'
import { translateKeysError } from './translateKeysError.ts'

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
