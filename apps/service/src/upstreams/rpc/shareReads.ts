import { setMaxListeners } from 'node:events'
import type { RpcCall } from '@latchkey/protocol/chainRpc'
import { ChainUnavailableError } from '@latchkey/protocol/http'
import { SAFE_CHAIN_METHODS } from '@latchkey/protocol/policy'
import { type PassedOn, UNAVAILABLE } from './passOn.ts'

/** Safe, and not the same for everybody who asks: what is sent, and filters, which belong to who made them. */
const OWN: ReadonlySet<string> = new Set([
  'eth_sendRawTransaction',
  'eth_newFilter',
  'eth_newBlockFilter',
  'eth_newPendingTransactionFilter',
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_uninstallFilter',
])
/** Longer params are hardly ever asked for twice. */
const MOST_CHARACTERS = 16_384

/** Calls that began together: they go to the node as one batch, which ends when nobody waits for any of them. */
export type Burst = { end: AbortController; open: number }
export const newBurst = (): Burst => {
  const end = new AbortController()
  // Each call of a batch listens.
  setMaxListeners(0, end.signal)
  return { end, open: 0 }
}

type Shared = { answer: Promise<PassedOn>; callers: number; burst: Burst }

/**
 * What two calls have in common that may share an answer; null: nobody shares it. What is asked of the pending block
 * changes with each transaction that is sent, so that an answer from before one would make the next take its nonce.
 */
function keyOf({ method, params }: RpcCall): string | null {
  if (!SAFE_CHAIN_METHODS.has(method) || OWN.has(method)) return null
  const text = JSON.stringify(params ?? [])
  return text.length > MOST_CHARACTERS || text.includes('"pending"') ? null : `${method} ${text}`
}

/** The answer to whoever leaves before there is one. */
function leaving(id: RpcCall['id']): PassedOn {
  const { defaultMessage: message, code } = ChainUnavailableError
  const error = { code: UNAVAILABLE, message, data: { code } }
  return { outcome: 'unavailable', reply: { jsonrpc: '2.0', id, error } }
}

type Asking = {
  /** Of the caller. */
  signal: AbortSignal
  burst: Burst
  ask: (call: RpcCall, signal: AbortSignal) => Promise<PassedOn>
}
export type SharedReads = (call: RpcCall, asking: Asking) => Promise<PassedOn>

/**
 * Equal safe reads that are under way to one network are one call to its node: each caller is answered under the own id.
 * Nothing is kept when the answer is there.
 */
export function createSharedReads(): SharedReads {
  const underWay = new Map<unknown, Shared>()

  function begin(key: unknown, call: RpcCall, { ask, burst }: Asking): Shared {
    const answer = ask(call, burst.end.signal).finally(() => forget(key, shared))
    const shared: Shared = { answer, callers: 0, burst }
    underWay.set(key, shared)
    burst.open += 1
    return shared
  }
  const forget = (key: unknown, shared: Shared) => {
    if (underWay.get(key) === shared) underWay.delete(key)
  }
  const leave = (key: unknown, shared: Shared) => {
    shared.callers -= 1
    if (shared.callers > 0) return
    forget(key, shared)
    shared.burst.open -= 1
    if (shared.burst.open === 0) shared.burst.end.abort()
  }

  return async (call, asking) => {
    const { signal } = asking
    if (signal.aborted) return leaving(call.id)
    // What nobody shares has a key that nobody else has.
    const key = keyOf(call) ?? Symbol(call.method)
    const shared = underWay.get(key) ?? begin(key, call, asking)
    shared.callers += 1
    let go = () => {}
    const left = new Promise<PassedOn>((resolve) => {
      go = () => resolve(leaving(call.id))
      signal.addEventListener('abort', go)
    })
    try {
      const { outcome, reply } = await Promise.race([shared.answer, left])
      return { outcome, reply: { ...reply, id: call.id } }
    } finally {
      signal.removeEventListener('abort', go)
      leave(key, shared)
    }
  }
}
