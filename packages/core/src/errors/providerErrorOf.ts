import type { BaseError } from '@latchkey/errors'
import type { ProviderRpcError } from '../interfaces/Connector.ts'

/** EIP-1193's code of what has none of its own. */
export const INTERNAL = -32603

/**
 * Makes the error that an EIP-1193 caller expects of one of ours that was made on this page: its class knows its code. For
 * one that came over a wire there is `toProviderError`.
 *
 * @param code default: that of the error's class
 */
export function providerErrorOf(error: BaseError, code = error.rpcCode ?? INTERNAL): ProviderRpcError {
  const { rpcCode, rpcMessage, rpcData, ...facts } = error.data ?? {}
  const isTold = typeof rpcCode === 'number'
  const told = isTold ? rpcCode : code
  const message = typeof rpcMessage === 'string' && rpcMessage !== '' ? rpcMessage : error.shortMessage
  return Object.assign(new Error(message, { cause: error }), {
    code: told,
    data: {
      ...facts,
      ...(isTold ? { code: told, message } : {}),
      ...(typeof rpcData === 'string' ? { data: rpcData } : {}),
      latchkeyCode: error.code,
    },
  })
}
