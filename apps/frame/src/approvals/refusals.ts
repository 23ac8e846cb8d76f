import { MalformedRequestError, UnsafeRequestError } from '@latchkey/chain-evm/decode'
import { BaseError } from '@latchkey/errors'
import { RequestBlockedError, RpcParamsError } from '@latchkey/protocol/frame'

/** What a block says where there is a way out; the site shows it, in the language of errors. */
const sentences: ReadonlyMap<string, string> = new Map([
  [
    'hashLikeMessage',
    'The wallet does not sign messages of exactly 32 bytes, since they could be the hash of a transaction. Add a character to the text and ask again.',
  ],
  [
    'ownAccount',
    'The wallet does not sign data that would make its own smart account act. Ask for a transaction or for calls instead.',
  ],
])

function blocked(reason: string): BaseError {
  const message = sentences.get(reason)
  return new RequestBlockedError({ data: { reason }, ...(message === undefined ? {} : { message }) })
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

/** @throws RequestBlockedError with the reason in its data */
export function block(reason: string): never {
  throw blocked(reason)
}
