import { RequestAbortedError, type RequestArguments } from '@latchkey/core'
import { withDeadline } from '@latchkey/std/deadline'
import { ChainUnreachableError } from '../answer/errors.ts'

const LIMIT = 15_000
/** Methods of a node. A phone need not be asked for what everyone can read. */
const NODE_METHOD =
  /^(?:net_\w+|web3_\w+|eth_(?:syncing|blockNumber|gasPrice|maxPriorityFeePerGas|blobBaseFee|feeHistory|call|estimateGas|createAccessList|sendRawTransaction|simulateV1|get(?!EncryptionPublicKey)\w+))$/

/** Whether a method asks a node and no wallet. */
export const isNodeMethod = (method: string): boolean => NODE_METHOD.test(method)

export type ReadRpcParameters = RequestArguments & {
  apiOrigin: string
  projectId: string
  caipNetworkId: string
  signal?: AbortSignal | undefined
}

/**
 * Asks the service's chain RPC (spec 7).
 *
 * @throws ChainUnreachableError, RequestAbortedError, or the node's error with its code and data
 */
export async function readRpc(parameters: ReadRpcParameters): Promise<unknown> {
  const { apiOrigin, projectId, caipNetworkId, method, params = [], signal } = parameters
  const url = `${apiOrigin}/v1?${new URLSearchParams({ chainId: caipNetworkId, projectId })}`
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  try {
    return await withDeadline({ ms: LIMIT, signal }, async (signal) => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(url, { method: 'POST', headers, body, signal })
      return readReply(await response.json())
    })
  } catch (error) {
    if (signal?.aborted) throw new RequestAbortedError()
    if (error instanceof NodeError) throw error
    throw new ChainUnreachableError({ cause: error })
  }
}

class NodeError extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** JSON-RPC 2.0: either a result or an error. */
function readReply(reply: unknown): unknown {
  if (typeof reply !== 'object' || reply === null) throw new TypeError('The reply is no object.')
  const { result, error } = reply as { result?: unknown; error?: unknown }
  if (typeof error === 'object' && error !== null) {
    const { code, message, data } = error as { code?: unknown; message?: unknown; data?: unknown }
    if (Number.isInteger(code) && typeof message === 'string')
      throw new NodeError(Number(code), message.slice(0, 500), data)
  }
  if (result === undefined) throw new TypeError('The reply has no result.')
  return result
}
