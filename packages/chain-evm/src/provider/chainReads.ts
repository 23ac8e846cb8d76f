import {
  type Config,
  InvalidRequestParamsError,
  RequestAbortedError,
  type RequestArguments,
  serviceOf,
  TooManyReadsError,
} from '@latchkey/core'
import { BaseError } from '@latchkey/errors'
import { askChain, type RpcAnswer, type RpcError } from '@latchkey/protocol/chainRpc'
import { ChainRefusedError } from '@latchkey/protocol/frame'
import { ChainUnavailableError, RateLimitedError } from '@latchkey/protocol/http'
import { startDeadline } from '@latchkey/std/deadline'
import { once } from '@latchkey/std/once'
import { pause } from '@latchkey/std/pause'
import * as z from 'zod/mini'

/** Calls in one request, as many as the service takes, and requests under way at once: what comes meanwhile goes together with the next. */
const BATCH_SIZE = 100
const MOST_REQUESTS = 4
/** Bytes of one request; the service takes twice as many. */
const BATCH_BYTES = 262_144
/** Calls that may wait for their turn. */
const MOST_WAITING = 2_000
/** Of one try (spec 7), and of a call from its first moment to its last; ms. */
const TRY_LIMIT = 10_000
const CALL_LIMIT = 30_000
/** Spec 7: three more tries, from 150 ms up; nobody waits longer than this before one, ms. */
const RETRIES = 3
const RETRY_DELAY = 150
const LONGEST_DELAY = 5_000
/** As many params as the service takes. */
const MOST_PARAMS = 100
/** Characters of what a node says that are passed on. */
const LONGEST_MESSAGE = 1_000

/** Sent once and alone: a second try after a lost answer would report "already known" as a failure. */
const SENDS: ReadonlySet<string> = new Set(['eth_sendRawTransaction'])

type Read = {
  body: { method: string; params: unknown }
  /** Bytes, about. */
  size: number
  resolve(result: unknown): void
  reject(error: unknown): void
  isSettled(): boolean
}

/** The reads of one network. */
type Line = { waiting: Read[]; running: number; isScheduled: boolean }

/** Reads the networks of a config through its service. */
export type ChainReads = (chainId: string, args: RequestArguments) => Promise<unknown>

/**
 * Makes the page's own way to the networks (spec 7): the reads of one moment share a request, the others wait their turn,
 * and each of them settles within 30 s.
 */
export function createChainReads(config: Config): ChainReads {
  const lines = new Map<string, Line>()
  const open = new Set<Read>()
  const { signal } = config.runtime
  signal.addEventListener('abort', () => {
    for (const read of open) read.reject(new RequestAbortedError())
  })
  return (chainId, { method, params = [] }) =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(new RequestAbortedError())
      const line = lines.get(chainId) ?? { waiting: [], running: 0, isScheduled: false }
      lines.set(chainId, line)
      if (line.waiting.length >= MOST_WAITING) return reject(new TooManyReadsError())
      const size = sizeOf(params)
      if (size === undefined) return reject(new InvalidRequestParamsError())
      line.waiting.push(newRead(open, { body: { method, params }, size }, resolve, reject))
      if (line.isScheduled) return
      line.isScheduled = true
      queueMicrotask(() => {
        line.isScheduled = false
        advance(config, chainId, line)
      })
    })
}

/** undefined: the service would refuse the whole request for it. */
function sizeOf(params: unknown): number | undefined {
  if (Array.isArray(params) && params.length > MOST_PARAMS) return undefined
  try {
    return JSON.stringify(params).length
  } catch {
    return undefined
  }
}

/** @param open has it until it is settled, CALL_LIMIT at most */
function newRead(
  open: Set<Read>,
  { body, size }: Pick<Read, 'body' | 'size'>,
  resolve: (result: unknown) => void,
  reject: (error: unknown) => void,
): Read {
  const settle = (work: () => void) => {
    if (!open.delete(read)) return
    limit.clear()
    work()
  }
  const read: Read = {
    body,
    size,
    resolve: (result) => settle(() => resolve(result)),
    reject: (error) => settle(() => reject(error)),
    isSettled: () => !open.has(read),
  }
  open.add(read)
  const limit = startDeadline(CALL_LIMIT)
  limit.signal.addEventListener('abort', () => read.reject(new ChainUnavailableError()))
  return read
}

/** Sends what waits, as far as there is room. */
function advance(config: Config, chainId: string, line: Line): void {
  while (line.running < MOST_REQUESTS) {
    const batch = takeBatch(line)
    if (batch.length === 0) return
    line.running++
    const end = () => {
      line.running--
      advance(config, chainId, line)
    }
    void send(config, chainId, batch).then(end, end)
  }
}

function takeBatch(line: Line): Read[] {
  line.waiting = line.waiting.filter((read) => !read.isSettled())
  let bytes = 0
  let count = 0
  for (const { body, size } of line.waiting) {
    bytes += size
    if (count > 0 && (SENDS.has(body.method) || bytes > BATCH_BYTES || count === BATCH_SIZE)) break
    count++
    if (SENDS.has(body.method)) break
  }
  return line.waiting.splice(0, count)
}

/** Settles every call of a batch. */
async function send(config: Config, chainId: string, batch: readonly Read[]): Promise<void> {
  try {
    const replies = await askRepeatedly(config, chainId, batch)
    batch.forEach((read, at) => {
      const reply = replies[at]
      if (reply?.error) read.reject(nodeError(reply.error))
      // A missing result is not the same as null.
      else if (!reply || !('result' in reply)) read.reject(new ChainUnavailableError())
      else read.resolve(reply.result)
    })
  } catch (cause) {
    const error = cause instanceof BaseError ? cause : new ChainUnavailableError({ cause })
    for (const read of batch) read.reject(error)
  }
}

/** A failure that may pass; `after` is what the service asked for, ms. */
class PassingFailure extends Error {
  readonly refusal: BaseError
  readonly after: number | undefined
  constructor(refusal: BaseError, after?: number) {
    super('The service does not answer now.')
    this.refusal = refusal
    this.after = after
  }
}

async function askRepeatedly(
  config: Config,
  chainId: string,
  batch: readonly Read[],
): Promise<readonly (RpcAnswer | undefined)[]> {
  const { signal } = config.runtime
  const tries = batch.some(({ body }) => SENDS.has(body.method)) ? 1 : 1 + RETRIES
  for (let count = 1; ; count++) {
    try {
      return await askOnce(config, chainId, batch)
    } catch (error) {
      if (!(error instanceof PassingFailure)) throw error
      const delay = error.after ?? RETRY_DELAY * 2 ** (count - 1)
      const isWanted = !signal.aborted && batch.some((read) => !read.isSettled())
      if (count >= tries || delay > LONGEST_DELAY || !isWanted) throw error.refusal
      await pause(delay, signal)
    }
  }
}

async function askOnce(
  config: Config,
  chainId: string,
  batch: readonly Read[],
): Promise<readonly (RpcAnswer | undefined)[]> {
  const { signal } = config.runtime
  const calls = batch.map(({ body }) => body)
  const answer = await askChain(serviceOf(config), calls, {
    query: { chainId },
    ms: TRY_LIMIT,
    signal,
  }).catch((cause: unknown) => {
    throw new PassingFailure(new ChainUnavailableError({ cause }))
  })
  if (answer.kind === 'reply') return answer.reply
  throw refusalOf(answer)
}

/** What the service says by a status: that it may pass, or that it will not do this. */
function refusalOf(answer: Exclude<Awaited<ReturnType<typeof askChain>>, { kind: 'reply' }>): Error {
  const { status, headers } = answer
  if (status === 429) return new PassingFailure(new RateLimitedError(), secondsOf(headers))
  // The service has tried for itself, or says what is wrong.
  if (answer.kind === 'refused' && answer.error) return answer.error
  return new PassingFailure(new ChainUnavailableError({ details: String(status) }), secondsOf(headers))
}

/** The code of an error that the service itself gave one call of a batch. */
const serviceProblem = /* @__PURE__ */ once(() =>
  z.strictObject({ code: z.int().check(z.gte(4_000), z.lte(4_999)) }),
)

/** What a node said, or the service in its place. */
function nodeError({ code, message, data }: RpcError): BaseError {
  const own = serviceProblem().safeParse(data)
  if (own.success) return new BaseError(own.data.code, message)
  const hex = revertData(data)
  return new ChainRefusedError({
    data: {
      rpcCode: code,
      rpcMessage: message.slice(0, LONGEST_MESSAGE),
      ...(hex === undefined ? {} : { rpcData: hex }),
    },
  })
}

/** Nodes nest revert data in different places, and some put a word before it; the plain hex is what callers decode. */
function revertData(data: unknown): string | undefined {
  const nested = typeof data === 'object' && data !== null && 'data' in data ? data.data : data
  if (typeof nested !== 'string') return undefined
  return /^(?:Reverted )?(0x(?:[0-9a-fA-F]{2})*)$/.exec(nested)?.[1]
}

/** `Retry-After` in ms; only its seconds are read. */
function secondsOf(headers: Headers): number | undefined {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds * 1_000 : undefined
}
