import { MalformedRequestError, UnsafeRequestError } from '@latchkey/chain-evm/decode'
import { BaseError } from '@latchkey/errors'
import { RequestBlockedError, RpcParamsError } from '@latchkey/protocol/frame'

const reasonOf = ({ data }: BaseError) => ({ reason: String(data?.reason ?? 'request') })

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
    if (error.code === UnsafeRequestError.code) throw new RequestBlockedError({ data: reasonOf(error) })
    if (error.code === MalformedRequestError.code) throw new RpcParamsError({ data: reasonOf(error) })
    throw error
  }
}

/** @throws RequestBlockedError with the reason in its data */
export function block(reason: string): never {
  throw new RequestBlockedError({ data: { reason } })
}
