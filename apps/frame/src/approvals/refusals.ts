import { MalformedRequestError, UnsafeRequestError } from '@latchkey/chain-evm/decode'
import { BaseError, type DefinedError } from '@latchkey/errors'
import {
  RequestBlockedError,
  RpcParamsError,
  SignInAddressError,
  SignInDomainError,
  SignInUriError,
} from '@latchkey/protocol/frame'

/** What a block says where there is a way out; the site shows it, in the language of errors. */
const sentences: ReadonlyMap<string, string> = new Map([
  [
    'hashLikeMessage',
    'The wallet does not sign messages of exactly 32 bytes, since they could be the hash of a transaction. Add a character to the text and ask again.',
  ],
  [
    'signInMalformed',
    'The wallet does not sign a text that reads as a sign-in and is none by ERC-4361. Format the message by the standard and ask again.',
  ],
  [
    'transactionLikeMessage',
    'The wallet does not sign a message that could be taken for a transaction. Ask for a transaction instead.',
  ],
  ['signInExpired', 'The sign-in message has expired. Make a new one and ask again.'],
  [
    'creationTaken',
    'The smart account has created this very contract many times. Change its code, or switch to the plain account.',
  ],
  ['signInNotYet', 'The sign-in message is not valid yet. Ask again when it is.'],
  [
    'ownAccount',
    'The wallet does not sign data that would make its own smart account act. Ask for a transaction or for calls instead.',
  ],
])

const ofOwnKind: ReadonlyMap<string, DefinedError> = new Map([
  ['signInDomain', SignInDomainError],
  ['signInUri', SignInUriError],
  ['signInAddress', SignInAddressError],
])

function blocked(reason: string): BaseError {
  const message = sentences.get(reason)
  const Refusal = ofOwnKind.get(reason) ?? RequestBlockedError
  return new Refusal({ data: { reason }, ...(message === undefined ? {} : { message }) })
}

const reasonOf = ({ data }: BaseError) => ({ reason: String(data?.reason ?? 'request') })

/** The site learns which value does not fit, in the sentence of whoever read it. */
const paramsError = (error: BaseError): BaseError =>
  error.data?.member === undefined
    ? new RpcParamsError({ data: reasonOf(error) })
    : new RpcParamsError({ message: error.shortMessage, data: { ...error.data, ...reasonOf(error) } })

/**
 * Runs a parser; what it refuses comes out in the words of the frame's contract, with `data.reason`.
 *
 * @throws RequestBlockedError for what is not safe to sign, RpcParamsError for what is malformed
 */
export function parseOrRefuse<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof BaseError)) throw error
    if (error.code === UnsafeRequestError.code) throw blocked(reasonOf(error).reason)
    if (error.code === MalformedRequestError.code) throw paramsError(error)
    throw error
  }
}

/** @throws RequestBlockedError, or the error that a reason has of its own; with the reason in its data */
export function block(reason: string): never {
  throw blocked(reason)
}
