/** An error as a node of Solana answers it: code, sentence and data of JSON-RPC. */
export class RpcError extends Error {
  override name = 'RpcError'
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** Codes of Solana's JSON-RPC. */
export const INVALID_PARAMS = -32_602
export const METHOD_NOT_FOUND = -32_601
export const PREFLIGHT_FAILURE = -32_002
export const SIGNATURE_FAILURE = -32_003
export const UNSUPPORTED_VERSION = -32_015

export const invalidParams = (reason: string) => new RpcError(INVALID_PARAMS, `Invalid params: ${reason}`)
