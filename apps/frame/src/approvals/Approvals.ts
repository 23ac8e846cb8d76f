import type { RpcRequest } from '../rpc/RpcRequest.ts'

/** Puts unsafe requests before the person, one at a time. */
export type Approvals = {
  /**
   * Resolves with the method's result once the person approved, or rejects with a typed error. An abort takes the
   * request away until it is approved; after that the result is returned, since it exists.
   */
  request(request: RpcRequest, signal: AbortSignal): Promise<unknown>
}
