import { BaseError } from '@latchkey/errors'
import { wireErrors } from '@latchkey/protocol/errors'
import type { ProviderRpcError } from '../interfaces/Connector.ts'
import { INTERNAL, providerErrorOf } from './providerErrorOf.ts'

/** What came over a wire has lost its class: its stable code tells its EIP-1193 code. */
const PROVIDER_CODES: ReadonlyMap<number, number> = new Map(
  wireErrors.flatMap(({ code, rpcCode }) => (rpcCode === undefined ? [] : [[code, rpcCode]])),
)

/**
 * Makes the error that an EIP-1193 caller expects: a real Error with an integer `code`.
 * `data.latchkeyCode` keeps our own stable code. What a node said wins where there is something: its code and its words are
 * the error's, and stand with its revert data in `data` once more (`code`, `message`, `data`), which is where ethers, viem
 * and web3 look for them.
 */
export function toProviderError(error: unknown): ProviderRpcError {
  if (error instanceof BaseError)
    return providerErrorOf(error, error.rpcCode ?? PROVIDER_CODES.get(error.code) ?? INTERNAL)
  const existing = error as { code?: unknown } | undefined
  if (error instanceof Error && Number.isInteger(existing?.code)) return error as ProviderRpcError
  return Object.assign(new Error('Something went wrong'), { code: INTERNAL })
}
