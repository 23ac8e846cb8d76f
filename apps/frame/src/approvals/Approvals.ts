import type { ChainInfo } from '@latchkey/protocol'
import type { RpcRequest } from '../rpc/RpcRequest.ts'
import type { Detour } from './Edit.ts'

/** Puts unsafe requests before the person, one at a time. */
export type Approvals = {
  /**
   * Resolves with the method's result once the person approved, or rejects with a typed error. An abort takes the
   * request away until it is approved; after that the result is returned, since it exists.
   */
  request(request: RpcRequest, signal: AbortSignal): Promise<unknown>
  /**
   * Puts to the person what they asked for: to speed up or to stop the account's first transaction that waits. Resolves
   * once they are done with it.
   */
  replace(chain: ChainInfo, account: string, way: Detour, signal: AbortSignal): Promise<void>
}
