import type { ProviderRpcError } from '@latchkey/core/connector'
import { BaseError } from '@latchkey/errors'
import { AlreadyPendingError, RejectedByUserError, WalletFailedError } from '../answer/errors.ts'

export const USER_REJECTED = 4001
export const ALREADY_PENDING = -32002
const UNKNOWN_CHAIN = 4902
const INTERNAL = -32603
/** What some wallets call a chain id that they cannot use (spec 8). */
const INVALID_CHAIN_ID = 32603
/** What wallets answer to a method that they do not have (EIP-1193, JSON-RPC 2.0, EIP-1474). */
const UNSUPPORTED_METHOD: ReadonlySet<number> = new Set([4200, -32601, -32004])
/** Words of wallets that hide "unknown chain" in an internal error. */
const UNKNOWN_CHAIN_WORDS =
  /unrecogni[sz]ed chain|unknown chain|wallet_addEthereumChain|chain[^.]{0,40}not (?:been )?(?:added|configured|found|recogni[sz]ed)/i
const MAX_TEXT = 500

const member = (value: unknown, name: string): unknown => {
  if (typeof value !== 'object' || value === null) return undefined
  try {
    return (value as Record<string, unknown>)[name]
  } catch {
    return undefined
  }
}

/** An error code as an integer; some wallets write it as a text. */
const toCode = (code: unknown): number | undefined => {
  if (typeof code === 'string' && /^-?\d{1,6}$/.test(code)) return Number(code)
  return typeof code === 'number' && Number.isInteger(code) ? code : undefined
}

const codeOf = (error: unknown): number | undefined =>
  error instanceof BaseError ? toCode(error.data?.rpcCode) : toCode(member(error, 'code'))
const textOf = (error: unknown): string => {
  const message = typeof error === 'string' ? error : member(error, 'message')
  return typeof message === 'string' ? message.slice(0, MAX_TEXT) : ''
}

/** Whether a wallet says that it does not have the method. */
export function isUnsupportedMethod(error: unknown): boolean {
  return UNSUPPORTED_METHOD.has(codeOf(error) ?? 0)
}

/** Whether a wallet says that it does not know the network (EIP-3326, 4902), wherever it hides that. */
export function isUnknownChain(error: unknown): boolean {
  const data = member(error, 'data')
  const codes = [
    codeOf(error),
    codeOf(data),
    codeOf(member(data, 'originalError')),
    codeOf(member(error, 'cause')),
  ]
  if (codes.includes(UNKNOWN_CHAIN) || codes.includes(INVALID_CHAIN_ID)) return true
  const hides = codes[0] === undefined || codes[0] === INTERNAL
  return hides && UNKNOWN_CHAIN_WORDS.test(`${textOf(error)} ${textOf(data)}`)
}

/**
 * What a wallet threw, as an error of ours: a person's refusal (4001), a window that is open already (-32002), or
 * anything else. `data.rpcCode` has the wallet's own code.
 */
export function toWalletError(error: unknown): BaseError {
  if (error instanceof BaseError) return error
  const code = codeOf(error) ?? (member(error, 'code') === 'ACTION_REJECTED' ? USER_REJECTED : undefined)
  if (code === USER_REJECTED) return new RejectedByUserError({ cause: error, data: { rpcCode: code } })
  if (code === ALREADY_PENDING) return new AlreadyPendingError({ cause: error, data: { rpcCode: code } })
  const text = textOf(error)
  return new WalletFailedError({
    cause: error,
    ...(text ? { details: text } : {}),
    data: { rpcCode: code ?? INTERNAL },
  })
}

/** What a wallet threw, as EIP-1193 wants it: a real Error with an integer code; the wallet's own code, text and data are kept. */
export function toProviderRpcError(error: unknown): Error {
  if (error instanceof BaseError) return error
  const code = codeOf(error)
  if (error instanceof Error && code !== undefined && code === member(error, 'code')) return error
  const data = member(error, 'data')
  return Object.assign(new Error(textOf(error) || 'Something went wrong', { cause: error }), {
    code: code ?? INTERNAL,
    ...(data === undefined ? {} : { data }),
  }) as ProviderRpcError
}
