import { withDeadline } from '@latchkey/std/deadline'
import * as z from 'zod'
import { boundedFetch } from '../boundedFetch.ts'
import { type Gate, GateFullError } from '../createGate.ts'

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

export type BundlerReply = z.output<typeof replySchema>
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

/** A bundler that has not heard of an operation says null; another one may have. */
const isLookUp = (method: string) => /^eth_getUserOperation(?:Receipt|ByHash)$/.test(method)

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
      if (!isLookUp(call.method) || !('result' in reply) || reply.result !== null) return reply
      unknown = reply
    } catch (error) {
      if (error instanceof GateFullError) busy = error
      if (signal.aborted || (call.method === 'eth_sendUserOperation' && !isUnsent(error))) break
    }
  }
  if (unknown) return unknown
  throw busy ?? new BundlerSilentError()
}
