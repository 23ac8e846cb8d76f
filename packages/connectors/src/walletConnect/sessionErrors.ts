import { BaseError } from '@latchkey/errors'
import {
  ContractSignatureError,
  PairingExpiredError,
  RejectedByUserError,
  RequestExpiredError,
} from '../answer/errors.ts'
import { toProviderRpcError, USER_REJECTED } from '../injected/walletErrors.ts'
import { CONTRACT_SIGNATURE } from './contractSignatures.ts'

/** Codes of the WalletConnect specification for "rejected" (5000–5003) and EIP-1193's own. */
const REJECTED: ReadonlySet<unknown> = new Set([5000, 5001, 5002, 5003, USER_REJECTED])
/** WalletConnect's codes for what a wallet does not have → EIP-1193. */
const UNSUPPORTED: ReadonlyMap<unknown, number> = new Map([
  [5100, 4901],
  [5101, 4200],
  [10001, 4200],
])
const EXPIRED = /expired/i

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
const textOf = (error: unknown): string => {
  if (typeof error === 'string') return error
  return typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : ''
}

/** What became of a pairing that was not approved. Some clients give the reason as a text alone. */
export function toPairingError(error: unknown): Error {
  if (error instanceof BaseError) return error
  if (textOf(error) === CONTRACT_SIGNATURE) return new ContractSignatureError({ cause: error })
  if (REJECTED.has(codeOf(error)) || /reject|declin|denied|cancel/i.test(textOf(error)))
    return new RejectedByUserError({ cause: error, data: { rpcCode: USER_REJECTED } })
  if (EXPIRED.test(textOf(error))) return new PairingExpiredError({ cause: error })
  return toProviderRpcError(error)
}

/** What a wallet answered to a request, with the codes of EIP-1193; its own data are kept. */
export function toRequestError(error: unknown): Error {
  if (error instanceof BaseError) return error
  const code = codeOf(error)
  if (code === undefined && EXPIRED.test(textOf(error))) return new RequestExpiredError({ cause: error })
  const standard = REJECTED.has(code) ? USER_REJECTED : UNSUPPORTED.get(code)
  if (standard === undefined) return toProviderRpcError(error)
  return Object.assign(new Error(textOf(error).slice(0, 500) || 'Rejected', { cause: error }), {
    code: standard,
  })
}
