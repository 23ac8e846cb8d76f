import { withDeadline } from '@latchkey/std/deadline'
import { pause } from '@latchkey/std/pause'
import { HttpRequestError, type HttpTransport, http, shouldThrow, BaseError as ViemError } from 'viem'
import type { Chain } from '../../config/chains.ts'
import { createGate, GateFullError, type GateLimits } from '../createGate.ts'

/** Spec 9. */
const INTERVAL = 4_000
const SAMPLE_COUNT = 10
const WEIGHTS = { stability: 0.7, latency: 0.3 }
const PING_TIMEOUT = 1_000
/** Nobody asked for this long: measuring stops until somebody does. */
const IDLE = 60_000

export type Sample = { latency: number; success: boolean }

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/**
 * Scores one upstream between 0 and 1: how often it answered, and how fast against the slowest of all.
 *
 * @param slowest the longest latency among all upstreams' samples, milliseconds
 */
export function scoreOf(samples: readonly Sample[], slowest: number): number {
  const stability = mean(samples.map(({ success }) => (success ? 1 : 0)))
  if (stability === 0) return 0
  const latency = slowest > 0 ? 1 - mean(samples.map((sample) => sample.latency)) / slowest : 1
  return WEIGHTS.stability * stability + WEIGHTS.latency * latency
}

async function ping(transport: HttpTransport, now: () => number, method: string): Promise<Sample> {
  const began = now()
  try {
    await transport({ retryCount: 0, timeout: PING_TIMEOUT }).request({ method })
    return { latency: now() - began, success: true }
  } catch {
    return { latency: now() - began, success: false }
  }
}

/**
 * Measures upstreams every four seconds while they are in use, and tells their order, best first. Its timer does not
 * keep the process alive.
 */
export function createRanking(
  transports: readonly HttpTransport[],
  now: () => number,
  onOrder: (order: readonly HttpTransport[]) => void,
  pingMethod: string = DEFAULTS.pingMethod,
): { touch(): void } {
  const entries = transports.map((transport) => ({ transport, samples: [] as Sample[] }))
  let usedAt = 0
  let isRunning = false

  async function measure(): Promise<void> {
    await Promise.all(
      entries.map(async ({ transport, samples }) => {
        samples.push(await ping(transport, now, pingMethod))
        if (samples.length > SAMPLE_COUNT) samples.shift()
      }),
    )
    const slowest = Math.max(...entries.flatMap(({ samples }) => samples.map(({ latency }) => latency)))
    const scored = entries.map(({ transport, samples }) => ({ transport, score: scoreOf(samples, slowest) }))
    onOrder(scored.sort((a, b) => b.score - a.score).map(({ transport }) => transport))
    if (now() - usedAt < IDLE) setTimeout(measure, INTERVAL).unref()
    else isRunning = false
  }

  return {
    touch() {
      usedAt = now()
      if (isRunning) return
      isRunning = true
      void measure()
    },
  }
}

export type UpstreamRequest = { method: string; params?: unknown }
export type Upstream = {
  /** Rejects with viem's errors; GateFullError when every node is busy. `signal` ends waiting and retrying. */
  request(call: UpstreamRequest, signal: AbortSignal): Promise<unknown>
}

export type UpstreamOptions = {
  /** Of one try, in ms; default 10 000. */
  timeout?: number
  /** Calls of the same moment share a request; default true. */
  batch?: boolean
  /** What is asked to measure a node; default `net_version`. */
  pingMethod?: string
  /** Longest answer to a request; default 10 MiB. */
  mostBytes?: number
  /** Bounds the requests under way to each node; default 64, and 512 more that wait 3 s. */
  gate?: GateLimits
}

/** Spec 7 and 9: batch of 1000, 10 s a try, three retries from 150 ms up, Retry-After honoured. */
const BATCH_SIZE = 1_000
const RETRY_COUNT = 3
const RETRY_DELAY = 150
const DEFAULTS: Required<UpstreamOptions> = {
  timeout: 10_000,
  batch: true,
  mostBytes: 10_485_760,
  pingMethod: 'net_version',
  gate: { atOnce: 64, waiting: 512, patience: 3_000 },
}
/** A node that asks for a longer pause is not waited for, ms: whoever asks has given up by then. */
const LONGEST_PAUSE = 10_000

/** Spec 7: HTTP 403, 408, 413, 429 and 5xx are tried again. Any other refusal would only come again. */
const isRetriedStatus = (status: number) => [403, 408, 413, 429].includes(status) || status >= 500
/** Spec 7: unknown error and what stands for a time-out or a limit; 429 and -32007 are providers' own words for it. */
const RETRIED_CODES: ReadonlySet<unknown> = new Set([-1, -32_603, -32_005, -32_007, 429])

type Answer = { id?: unknown; error?: { code?: unknown; message?: unknown } } | null
type Call = { id: unknown }
const UNANSWERED = { code: -32_603, message: 'The node gave no answer to this call.' }

const hasError = (answer: Answer): boolean =>
  typeof answer?.error?.code === 'number' && typeof answer.error.message === 'string'

/**
 * The answer to each call by its id; null where the node has sent just these. viem goes by the place in the list: one that is
 * missing, or has no id, would give other calls the answers of each other.
 */
function answerOfEach(calls: readonly Call[], answers: readonly Answer[]): Answer[] | null {
  const byId = new Map(answers.map((answer) => [String(answer?.id), answer]))
  // The only answer is that to the only call.
  if (answers.length === 1 && calls.length === 1) return null
  if (answers.length === calls.length && calls.every(({ id }) => byId.has(String(id)))) return null
  // What a node could not put to a call stands for those that it left out.
  const error = byId.get('null')?.error ?? UNANSWERED
  return calls.map(({ id }) => byId.get(String(id)) ?? ({ jsonrpc: '2.0', id, error } as Answer))
}

/** What is read in place of a node's answer to a request; null: the answer as it is, if it is one. */
function mend(sent: unknown, received: string): string | null {
  try {
    const answer = JSON.parse(received) as Answer | Answer[]
    const asked = JSON.parse(String(sent)) as Call | Call[]
    const calls = Array.isArray(asked) ? asked : null
    if (Array.isArray(answer)) {
      const each = calls && answerOfEach(calls, answer)
      return each && JSON.stringify(each)
    }
    if (!hasError(answer)) return null
    // JSON-RPC 2.0 section 6: a batch may be refused as a whole, with one error. It is that of each of its calls.
    return calls ? JSON.stringify(calls.map(({ id }) => ({ ...answer, id }))) : received
  } catch {
    return null
  }
}

const TOO_LONG = 'The answer is too long.'

/** Whether a node's answer was longer than is read. */
export const isTooLong = (error: unknown): boolean => causeOf(error, HttpRequestError)?.details === TOO_LONG

/** The whole answer of a node to one request, in the form that viem reads. */
async function ask(url: string, init: RequestInit, mostBytes: number): Promise<Response> {
  const response = await fetch(url, init)
  const { status, headers } = response
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > mostBytes) throw new HttpRequestError({ url, status, details: TOO_LONG })
    chunks.push(chunk)
  }
  const body = Buffer.concat(chunks)
  // Errors of the calls themselves may come with 400. Any other refusal is the node's, whatever its body says.
  const isAnswer = response.ok || status === 400
  const mended = isAnswer ? mend(init.body, body.toString()) : null
  if (mended) return new Response(mended, { headers: { 'content-type': 'application/json' } })
  if (response.ok) return new Response(body, { headers: { 'content-type': 'application/json' } })
  throw new HttpRequestError({ url, status, headers })
}

/**
 * A node without retries of its own. The time-out of a try is put into the signal here: viem waits as long as a signal
 * that it is given lets it.
 */
function newNode(url: string, { timeout, batch, mostBytes, gate: limits }: Required<UpstreamOptions>) {
  const gate = createGate(limits)
  return http(url, {
    batch: batch ? { batchSize: BATCH_SIZE } : false,
    timeout,
    retryCount: 0,
    fetchFn: (input, init = {}) => {
      const caller = init.signal ?? new AbortController().signal
      return gate.run(caller, () =>
        withDeadline({ ms: timeout, signal: caller }, (signal) =>
          ask(String(input), { ...init, signal }, mostBytes),
        ),
      )
    },
    maxResponseBodySize: mostBytes,
  })
}

const causeOf = <T extends Error>(error: unknown, type: abstract new (...given: never[]) => T): T | null => {
  const found = error instanceof ViemError ? error.walk((cause) => cause instanceof type) : error
  return found instanceof type ? found : null
}

/** Milliseconds that a node asks to be left alone (RFC 9110 section 10.2.3); null when it says nothing. */
function retryAfter(error: unknown): number | null {
  const text = causeOf(error, HttpRequestError)?.headers?.get('retry-after') ?? ''
  const wait = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now()
  return Number.isNaN(wait) ? null : Math.max(0, wait)
}

type Failure = { error: unknown; kind: 'answer' | 'refusal' | 'failure' }

/** An answer stands, a refusal would come again, a failure may pass. */
function judge(error: unknown): Failure['kind'] {
  const { code } = error as { code?: unknown }
  if (typeof code === 'number') return RETRIED_CODES.has(code) ? 'failure' : 'answer'
  if (causeOf(error, GateFullError) || isTooLong(error)) return 'refusal'
  const status = causeOf(error, HttpRequestError)?.status
  return status === undefined || isRetriedStatus(status) ? 'failure' : 'refusal'
}

type Node = { request: (call: UpstreamRequest, options: { signal: AbortSignal }) => Promise<unknown> }

/** Asks one node after the other, until one has a result. @throws what stands for all of them */
async function askInTurn(nodes: readonly Node[], call: UpstreamRequest, signal: AbortSignal, rounds: number) {
  let asked = nodes
  for (let round = 0; ; round++) {
    const again: Node[] = []
    const pauses: number[] = []
    const failures: Failure[] = []
    for (const node of asked) {
      try {
        return await node.request(call, { signal })
      } catch (error) {
        const kind = judge(error)
        // What one node says of a call that reverts, the others would say as well.
        if (signal.aborted || (kind === 'answer' && shouldThrow(error as Error))) throw error
        failures.push({ error, kind })
        if (kind !== 'failure') continue
        again.push(node)
        pauses.push(retryAfter(error) ?? RETRY_DELAY * 2 ** round)
      }
    }
    const shortest = Math.min(...pauses)
    const answer = failures.find(({ kind }) => kind === 'answer')
    if (answer || again.length === 0 || round === rounds || shortest > LONGEST_PAUSE)
      throw (answer ?? failures.at(-1))?.error
    await pause(shortest, signal)
    signal.throwIfAborted()
    asked = again
  }
}

/**
 * One network's upstreams as one: calls of the same moment share a batch, a failing upstream is passed over, and the
 * order follows what was measured.
 *
 * @param options see `UpstreamOptions`
 */
export function createUpstream(
  chain: Pick<Chain, 'rpcUrls'>,
  now: () => number,
  options: UpstreamOptions = {},
): Upstream {
  const transports = chain.rpcUrls.map((url) => newNode(url, { ...DEFAULTS, ...options }))
  const open = (order: readonly HttpTransport[]): Node[] => order.map((transport) => transport({}) as Node)
  let nodes = open(transports)
  const ranking =
    transports.length > 1
      ? createRanking(
          transports,
          now,
          (order) => {
            nodes = open(order)
          },
          options.pingMethod,
        )
      : null
  return {
    request(call, signal) {
      ranking?.touch()
      // A raw transaction is sent once: a second try after a lost answer would report "already known" as a failure.
      return askInTurn(nodes, call, signal, call.method === 'eth_sendRawTransaction' ? 0 : RETRY_COUNT)
    },
  }
}
