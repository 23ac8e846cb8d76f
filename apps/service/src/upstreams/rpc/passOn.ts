import type { RpcCall } from '@latchkey/protocol/chainRpc'
import {
  ChainBusyError,
  ChainUnavailableError,
  InvalidRequestError,
  RpcMethodRefusedError,
} from '@latchkey/protocol/http'
import { SAFE_CHAIN_METHODS, SAFE_USER_OPERATION_METHODS } from '@latchkey/protocol/policy'
import { isHex, keccak256, type RpcRequestError } from 'viem'
import { GateFullError } from '../createGate.ts'
import type { Upstream } from './upstream.ts'

/** Not for pages whose origin is not on the project's list: what is sent, and what costs a node more than a read. */
const NOT_FOR_GUESTS = new Set(['eth_sendRawTransaction', 'eth_simulateV1', 'eth_createAccessList'])

/** What a page whose origin is not on the project's list may ask. */
export const isForGuests = (method: string): boolean =>
  SAFE_CHAIN_METHODS.has(method) && !NOT_FOR_GUESTS.has(method)

/** Everything else, such as `anvil_…`, `debug_…`, `admin_…` and `eth_sendTransaction`, is refused. */
const isPassedOn = (method: string): boolean => SAFE_CHAIN_METHODS.has(method)

const BUNDLER_METHODS = new Set([
  ...SAFE_USER_OPERATION_METHODS,
  'eth_sendUserOperation',
  'pimlico_getUserOperationGasPrice',
  'pimlico_getUserOperationStatus',
])

/** ERC-4337 methods: a bundler answers them, not a node. */
export const isForBundler = (method: string): boolean => BUNDLER_METHODS.has(method)

export type RpcReply = { jsonrpc: '2.0'; id: RpcCall['id'] } & (
  | { result: unknown }
  | { error: { code: number; message: string; data?: unknown } }
)

/** EIP-1474: method not supported, resource unavailable, limit exceeded. */
const NOT_SUPPORTED = -32_004
export const UNAVAILABLE = -32_002
export const LIMIT_EXCEEDED = -32_005
/** JSON-RPC 2.0: invalid params. */
export const INVALID_PARAMS = -32_602

/** A node computes as long as these say. */
const SIMULATIONS: ReadonlySet<string> = new Set(['eth_simulateV1', 'eth_createAccessList'])
/** Characters of their params. */
const MOST_SIMULATED = 131_072

const isTooLong = ({ method, params }: RpcCall): boolean =>
  SIMULATIONS.has(method) && JSON.stringify(params ?? []).length > MOST_SIMULATED

/** `busy`: there was no place at the upstream, and nothing was sent. */
export type Outcome = 'answered' | 'refused' | 'unavailable' | 'busy'
export type PassedOn = { reply: RpcReply; outcome: Outcome }

/**
 * The node's own answer inside viem's errors, if a node answered at all. Told by its name: classes of another copy of viem
 * are others.
 */
export function nodeError(error: unknown): { code: number; message: string; data?: unknown } | null {
  if (!(error instanceof Error)) return null
  const { name, code, details, data, cause } = error as Partial<RpcRequestError>
  if (name !== 'RpcRequestError' || code === undefined) return cause === error ? null : nodeError(cause)
  return { code, message: details ?? '', ...(data === undefined ? {} : { data }) }
}

/** viem wraps what was thrown before anything was sent. */
const isGateFull = (error: unknown): boolean =>
  error instanceof GateFullError ||
  (error instanceof Error && error.cause !== error && isGateFull(error.cause))

/**
 * The hash of a raw transaction that a node refused because it has it already. A first node may have taken it before
 * its answer was lost; reporting a failure would make a person pay twice.
 */
function hashOfKnown({ method, params }: RpcCall, message: string): string | null {
  const raw = Array.isArray(params) ? params[0] : undefined
  const isKnown =
    method === 'eth_sendRawTransaction' && /already (known|imported)|known transaction/i.test(message)
  return isKnown && isHex(raw) ? keccak256(raw) : null
}

/** The answer to a call of a method that is not passed on. */
export function refuseMethod({ id }: RpcCall): PassedOn {
  const { defaultMessage: message, code } = RpcMethodRefusedError
  const error = { code: NOT_SUPPORTED, message, data: { code } }
  return { outcome: 'refused', reply: { jsonrpc: '2.0', id, error } }
}

/** Passes one call on. The node's result or error comes back as it is; nothing of the upstream's address does. */
export async function passOn(
  upstream: Upstream,
  call: RpcCall,
  signal: AbortSignal,
  allows = isPassedOn,
): Promise<PassedOn> {
  if (!allows(call.method)) return refuseMethod(call)
  const head = { jsonrpc: '2.0' as const, id: call.id }
  if (isTooLong(call)) {
    const message = `The params of ${call.method} are longer than ${MOST_SIMULATED} characters.`
    const error = { code: INVALID_PARAMS, message, data: { code: InvalidRequestError.code } }
    return { outcome: 'refused', reply: { ...head, error } }
  }
  try {
    const { method, params } = call
    const result = await upstream.request(params === undefined ? { method } : { method, params }, signal)
    return { outcome: 'answered', reply: { ...head, result: result ?? null } }
  } catch (error) {
    const answered = nodeError(error)
    const known = answered && hashOfKnown(call, answered.message)
    if (known) return { outcome: 'answered', reply: { ...head, result: known } }
    if (answered) return { outcome: 'answered', reply: { ...head, error: answered } }
    const isBusy = isGateFull(error)
    const { defaultMessage: message, code } = isBusy ? ChainBusyError : ChainUnavailableError
    return {
      outcome: isBusy ? 'busy' : 'unavailable',
      reply: {
        ...head,
        error: { code: isBusy ? LIMIT_EXCEEDED : UNAVAILABLE, message, data: { code } },
      },
    }
  }
}
