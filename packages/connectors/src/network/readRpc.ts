import { RequestAbortedError, type RequestArguments } from '@latchkey/core/connector'
import { askChain, type RpcError } from '@latchkey/protocol/chainRpc'
import { ChainUnreachableError } from '../answer/errors.ts'

const LIMIT = 15_000

type ReadRpcParameters = RequestArguments & {
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
  const service = { apiOrigin, query: { chainId: caipNetworkId, projectId } }
  const answer = await askChain(service, [{ method, params }], { ms: LIMIT, signal }).catch(
    (cause: unknown) => {
      throw signal?.aborted ? new RequestAbortedError() : new ChainUnreachableError({ cause })
    },
  )
  if (answer.kind === 'refused' && answer.error) throw answer.error
  const [reply] = answer.kind === 'reply' ? answer.reply : []
  if (reply?.error) throw new NodeError(reply.error)
  // A missing result is not the same as null.
  if (!reply || !('result' in reply)) throw new ChainUnreachableError()
  return reply.result
}

/** What a node answers instead of a result. */
export class NodeError extends Error {
  readonly code: number
  readonly data: unknown
  constructor({ code, message, data }: RpcError) {
    super(message.slice(0, 500))
    this.code = code
    this.data = data
  }
}
