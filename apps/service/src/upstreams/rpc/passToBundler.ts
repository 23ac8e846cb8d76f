import type { RpcCall } from '@latchkey/protocol/chainRpc'
import {
  ChainBusyError,
  ChainUnavailableError,
  InvalidRequestError,
  SmartAccountsNotOfferedError,
} from '@latchkey/protocol/http'
import * as z from 'zod'
import type { Chain } from '../../config/chains.ts'
import { isEntryPoint } from '../../config/entryPoints.ts'
import { operationHash } from '../../userOperations/operationHash.ts'
import { draftOperationSchema, hexHash, operationSchema } from '../../userOperations/userOperation.ts'
import { GateFullError } from '../createGate.ts'
import { askBundlers, type BundlerOptions, type BundlerReply, BundlerSilentError } from './bundlers.ts'
import type { PassedOn } from './passOn.ts'
import type { RpcReply } from './rpcCalls.ts'

const entryPoint = z.custom<string>(isEntryPoint, 'is not the entry point of this network')
/** Balances and code that an estimate supposes: addresses and what is set there. */
const stateOverrides = z.record(z.string().max(42), z.record(z.string().max(32), z.unknown()))
const byHash = z.tuple([hexHash])
const nothing = z.tuple([])

/** Parameters of each method that a bundler is asked (ERC-7769). */
const schemas: Readonly<Record<string, z.ZodType>> = {
  eth_sendUserOperation: z.tuple([operationSchema, entryPoint]),
  eth_estimateUserOperationGas: z.union([
    z.tuple([draftOperationSchema, entryPoint]),
    z.tuple([draftOperationSchema, entryPoint, stateOverrides]),
  ]),
  eth_getUserOperationReceipt: byHash,
  eth_getUserOperationByHash: byHash,
  eth_supportedEntryPoints: nothing,
  pimlico_getUserOperationGasPrice: nothing,
}

/** Whether a bundler may be handed these parameters: its own operation form, for our entry point alone. */
const areBundlerParams = (method: string, params: unknown): boolean =>
  schemas[method]?.safeParse(params ?? []).success ?? false

/** JSON-RPC 2.0 and EIP-1474: invalid params, resource unavailable, method not supported, limit exceeded. */
const INVALID_PARAMS = -32_602
const UNAVAILABLE = -32_002
const NOT_SUPPORTED = -32_004
const LIMIT_EXCEEDED = -32_005

const LONGEST_MESSAGE = 500
const LONGEST_DATA = 4_096

type Problem = { readonly code: number; readonly defaultMessage: string }

const problem = (rpcCode: number, { code, defaultMessage }: Problem) => ({
  error: { code: rpcCode, message: defaultMessage, data: { code } },
})

/** Bundlers quote the nodes that they ask: addresses of upstreams may hold keys. */
const withoutAddresses = (text: string) => text.replace(/\b[a-z]{2,5}:\/\/[^\s"'<>\\]+/gi, '[address]')

function errorOf({ code, message, data }: { code: number; message: string; data?: unknown }) {
  const text = data === undefined ? undefined : withoutAddresses(JSON.stringify(data))
  return {
    code,
    message: withoutAddresses(message).slice(0, LONGEST_MESSAGE),
    ...(text !== undefined && text.length <= LONGEST_DATA ? { data: JSON.parse(text) as unknown } : {}),
  }
}

/** The hash of an operation that a bundler refuses because it has it: sending it again must not look like a failure. */
function hashOfKnown({ method, params }: RpcCall, message: string, chainId: number): string | null {
  if (method !== 'eth_sendUserOperation' || !/\balready (?:known|in (?:the )?mempool)\b/i.test(message))
    return null
  const operation = operationSchema.safeParse(Array.isArray(params) ? params[0] : undefined)
  return operation.success ? operationHash(operation.data, chainId) : null
}

function readAnswer(call: RpcCall, answer: BundlerReply, chainId: number) {
  if ('error' in answer) {
    const known = hashOfKnown(call, answer.error.message, chainId)
    return known ? { result: known } : { error: errorOf(answer.error) }
  }
  const { result = null } = answer
  if (call.method === 'eth_supportedEntryPoints' && Array.isArray(result))
    return { result: result.filter(isEntryPoint) }
  return { result }
}

/**
 * Passes one ERC-4337 call on to the bundlers of a network. Their result or error comes back; nothing of their addresses
 * does.
 */
export async function passToBundler(
  chain: Chain,
  call: RpcCall,
  signal: AbortSignal,
  options: BundlerOptions,
): Promise<PassedOn> {
  const head = { jsonrpc: '2.0' as const, id: call.id }
  const refuse = (rpcCode: number, reason: Problem): PassedOn => ({
    outcome: 'refused',
    reply: { ...head, ...problem(rpcCode, reason) },
  })
  if (!chain.bundlerUrls) return refuse(NOT_SUPPORTED, SmartAccountsNotOfferedError)
  if (!areBundlerParams(call.method, call.params)) return refuse(INVALID_PARAMS, InvalidRequestError)
  try {
    const { method, params } = call
    const answer = await askBundlers(
      chain.bundlerUrls,
      params === undefined ? { method } : { method, params },
      signal,
      options,
    )
    const reply: RpcReply = { ...head, ...readAnswer(call, answer, chain.id) }
    return { outcome: 'answered', reply }
  } catch (error) {
    if (error instanceof GateFullError)
      return { outcome: 'busy', reply: { ...head, ...problem(LIMIT_EXCEEDED, ChainBusyError) } }
    if (!(error instanceof BundlerSilentError)) throw error
    return { outcome: 'unavailable', reply: { ...head, ...problem(UNAVAILABLE, ChainUnavailableError) } }
  }
}
