import type { RpcCall } from '@latchkey/protocol/chainRpc'
import {
  ChainBusyError,
  ChainUnavailableError,
  InvalidRequestError,
  SmartAccountsNotOfferedError,
} from '@latchkey/protocol/http'
import { withDeadline } from '@latchkey/std/deadline'
import * as z from 'zod'
import { type Chain, isEntryPoint } from '../../config/chains.ts'
import {
  draftOperationSchema,
  hexHash,
  operationHash,
  operationSchema,
} from '../../userOperations/userOperation.ts'
import { boundedFetch } from '../boundedFetch.ts'
import { type Gate, GateFullError } from '../createGate.ts'
import type { PassedOn, RpcReply } from './passOn.ts'

/** Of one try, ms. An estimate simulates, and taking an operation in simulates again. */
const TIMEOUT = 10_000
/** Receipts hold logs of everything that happened. */
const MOST_BYTES = 1_048_576

const replySchema = z.union([
  z.object({
    error: z.object({ code: z.int(), message: z.string(), data: z.unknown().optional() }),
  }),
  z.object({ result: z.unknown() }),
])

type BundlerReply = z.output<typeof replySchema>
export type BundlerCall = { method: string; params?: unknown }

/** No bundler has answered. */
export class BundlerSilentError extends Error {
  override name = 'BundlerSilentError'
}

/** Nothing has left this machine: another bundler may be handed the same operation. */
const UNSENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

function isUnsent(error: unknown): boolean {
  if (error instanceof GateFullError) return true
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && UNSENT.has(String(cause.code))
}

async function askOne(url: string, call: BundlerCall, signal: AbortSignal) {
  const response = await boundedFetch(
    url,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: call.method, params: call.params ?? [] }),
      signal,
    },
    MOST_BYTES,
  )
  // Some send the errors of the method with a status of 400.
  return replySchema.parse(await response.json())
}

export type BundlerOptions = {
  /** Of one try, ms; default 10 000. */
  timeout?: number
  /** Bounds what is under way to each address; without one nothing does. */
  gates?: ReadonlyMap<string, Gate>
}

/**
 * What a bundler says that has not heard of an operation; another one may have. So may one that knows Pimlico's own words,
 * where this one refuses them.
 */
const isUnheard = ({ method }: BundlerCall, reply: BundlerReply): boolean =>
  method === 'pimlico_getUserOperationStatus'
    ? !('result' in reply) || unheard.safeParse(reply.result).success
    : /^eth_getUserOperation(?:Receipt|ByHash)$/.test(method) && 'result' in reply && reply.result === null
const unheard = z.object({ status: z.literal('not_found') })

/**
 * Asks the bundlers of a network, best first. One that does not answer is passed over. An operation is handed over
 * once: after a lost answer it may have been taken, and who sent it must look.
 *
 * @throws BundlerSilentError; GateFullError when there was no place at any of them
 */
export async function askBundlers(
  urls: readonly string[],
  call: BundlerCall,
  signal: AbortSignal,
  { timeout = TIMEOUT, gates }: BundlerOptions = {},
): Promise<BundlerReply> {
  let unknown: BundlerReply | null = null
  let busy: unknown
  for (const url of urls) {
    try {
      const ask = () => withDeadline({ ms: timeout, signal }, (own) => askOne(url, call, own))
      const reply = await (gates?.get(url)?.run(signal, ask) ?? ask())
      if (!isUnheard(call, reply)) return reply
      unknown = reply
    } catch (error) {
      if (error instanceof GateFullError) busy = error
      if (signal.aborted || (call.method === 'eth_sendUserOperation' && !isUnsent(error))) break
    }
  }
  if (unknown) return unknown
  throw busy ?? new BundlerSilentError()
}

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
  pimlico_getUserOperationStatus: byHash,
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
