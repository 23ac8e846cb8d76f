import {
  type Config,
  connectorOf,
  findNetwork,
  InvalidRequestParamsError,
  networkIdOf,
  type RequestArguments,
  request,
  serviceOf,
  TooManyReadsError,
} from '@latchkey/core'
import { loading } from '@latchkey/errors'
import { NotAvailableError } from '@latchkey/protocol/frame'
import { ChainUnavailableError } from '@latchkey/protocol/http'
import { bytesToHex, toQuantity } from '@latchkey/std/hex'
import { once } from '@latchkey/std/once'
import { pause } from '@latchkey/std/pause'
import * as z from 'zod/mini'
import type { LiveSocket } from './openLiveSocket.ts'
import { type Emit, NAMESPACE, type Subscriptions } from './providerContext.ts'

/** Between two looks (spec 7), unless the network has blocks more often; ms. */
const POLLING = 4_000
/** At once. */
const MOST_SUBSCRIPTIONS = 20
/** Blocks that are told of after a time in which nobody could look; older ones are left out. */
const MOST_BLOCKS = 100
/** After a socket was lost, or refused, the service is left alone: twice as long each time, ms. */
const FIRST_REST = 30_000
const LONGEST_REST = 600_000
/** Events that are remembered, so that none is told twice. */
const MOST_REMEMBERED = 1_000
/** What a header is not (as geth's `newHeads`). */
const BODY = ['transactions', 'uncles', 'withdrawals', 'size', 'totalDifficulty']

const quantity = () => z.string().check(z.regex(/^0x[0-9a-fA-F]{1,13}$/))
const address = () => z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const topic = /* @__PURE__ */ once(() => z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/)))
const filterSchema = /* @__PURE__ */ once(() =>
  z.looseObject({
    address: z.nullish(z.union([address(), z.array(address()).check(z.maxLength(100))])),
    topics: z.nullish(
      z.array(z.nullable(z.union([topic(), z.array(topic()).check(z.maxLength(100))]))).check(z.maxLength(4)),
    ),
  }),
)
const wantedSchema = /* @__PURE__ */ once(() =>
  z.union([
    // web3 adds an empty object, or none.
    z.tuple([z.literal('newHeads')], z.unknown()),
    z.tuple([z.literal('logs'), z.optional(filterSchema())]),
    z.tuple([z.literal('newPendingTransactions')]),
  ]),
)
const block = () => z.record(z.string(), z.unknown())
const logs = () => z.array(z.unknown())
/** A header or a log, or the hash of a transaction that waits. */
const eventSchema = /* @__PURE__ */ once(() => z.union([topic(), block()]))

/** What happened in these blocks, in its order. */
type ReadEvents = (from: number, to: number) => Promise<readonly unknown[]>

/** One subscription. `read` is undefined for what only the service can tell. */
type Wish = {
  id: string
  params: readonly unknown[]
  read: ReadEvents | undefined
  tell: (event: unknown) => void
  signal: AbortSignal
}

/**
 * `eth_subscribe` until `eth_unsubscribe`, another network or the end of the config. Each event is a `message` of EIP-1193.
 * The service tells it by WebSocket. Where there is no socket, `newHeads` and `logs` are found by asking the network again
 * and again; a chain that takes blocks back is not told of then.
 *
 * @throws InvalidRequestParamsError, NotAvailableError for kinds that nobody tells, TooManyReadsError for more than 20 at once
 */
export async function subscribeChain(
  config: Config,
  args: RequestArguments,
  { emit, subscriptions }: { emit: Emit; subscriptions: Subscriptions },
): Promise<string> {
  const [kind, filter] = parse(args.params)
  if (subscriptions.size >= MOST_SUBSCRIPTIONS) throw new TooManyReadsError()
  const id = newId()
  const ended = new AbortController()
  const networkId = networkIdOf(config, NAMESPACE)
  const end = () => {
    subscriptions.delete(id)
    stopWatching()
    config.runtime.signal.removeEventListener('abort', end)
    ended.abort()
  }
  const stopWatching = config.networks.subscribe(() => {
    if (networkIdOf(config, NAMESPACE) !== networkId) end()
  })
  config.runtime.signal.addEventListener('abort', end)
  subscriptions.set(id, { end })
  const wish: Wish = {
    id,
    params: kind === 'logs' ? [kind, boundsOf(filter as Filter)] : [kind],
    read:
      kind === 'newHeads'
        ? readHeads(config)
        : kind === 'logs'
          ? readLogs(config, filter as Filter)
          : undefined,
    tell: tellOnce((result) =>
      emit('message', { type: 'eth_subscription', data: { subscription: id, result } }),
    ),
    signal: ended.signal,
  }
  try {
    if (wish.read) void follow(config, subscriptions, wish, await headOf(config))
    else await followToldAlone(config, subscriptions, wish, end)
    return id
  } catch (error) {
    end()
    throw error
  }
}

/** What nobody can find by asking: it ends where the socket does. @throws NotAvailableError */
async function followToldAlone(
  config: Config,
  subscriptions: Subscriptions,
  wish: Wish,
  end: () => void,
): Promise<void> {
  try {
    const { closed } = await listen(config, subscriptions, wish, wish.tell)
    void closed.then(end)
  } catch (cause) {
    throw new NotAvailableError({ cause })
  }
}

/**
 * Leaves out what was told already: what a socket told, and what was read around its beginning and its end. A block or a log that
 * was taken back may be told once more.
 */
function tellOnce(tell: (event: unknown) => void): (event: unknown) => void {
  // What stands at a place now: a block at its height, a log or its end in a block.
  const told = new Map<string, unknown>()
  return (event) => {
    const { hash, number, blockHash, logIndex, removed } = event as Record<string, unknown>
    const isHash = typeof event === 'string'
    const place = isHash ? event : JSON.stringify(blockHash ? [blockHash, logIndex] : number)
    const state = isHash || (blockHash ? removed === true : hash)
    if (told.has(place) && told.get(place) === state) return
    told.delete(place)
    told.set(place, state)
    const [oldest] = told.keys()
    if (told.size > MOST_REMEMBERED && oldest !== undefined) told.delete(oldest)
    tell(event)
  }
}

/** `eth_unsubscribe`: false where there is no such subscription. */
export function unsubscribeChain({ params }: RequestArguments, subscriptions: Subscriptions): boolean {
  const parsed = z.tuple([z.string()]).safeParse(params)
  if (!parsed.success) throw new InvalidRequestParamsError()
  const one = subscriptions.get(parsed.data[0])
  one?.end()
  return one !== undefined
}

type Filter = z.output<ReturnType<typeof filterSchema>>

function parse(params: unknown): z.output<ReturnType<typeof wantedSchema>> {
  const parsed = wantedSchema().safeParse(params)
  if (parsed.success) return parsed.data
  const kind: unknown = Array.isArray(params) ? params[0] : undefined
  if (kind === 'syncing') throw new NotAvailableError()
  throw new InvalidRequestParamsError()
}

const newId = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(16)))

const readChain = (config: Config, method: string, params: readonly unknown[] = []) =>
  request(config, { method, params }, { namespace: NAMESPACE })

const headOf = async (config: Config): Promise<number> =>
  Number(quantity().parse(await readChain(config, 'eth_blockNumber')))

const readHeads =
  (config: Config): ReadEvents =>
  async (from, to) => {
    const numbers = Array.from({ length: to - from + 1 }, (_, index) => toQuantity(from + index))
    const blocks = await Promise.all(
      numbers.map((number) => readChain(config, 'eth_getBlockByNumber', [number, false])),
    )
    return blocks.map((one) =>
      Object.fromEntries(Object.entries(block().parse(one)).filter(([name]) => !BODY.includes(name))),
    )
  }

const boundsOf = ({ address, topics }: Filter = {}) => ({
  ...(address ? { address } : {}),
  ...(topics ? { topics } : {}),
})

const readLogs =
  (config: Config, wanted?: Filter): ReadEvents =>
  async (from, to) => {
    const filter = { fromBlock: toQuantity(from), toBlock: toQuantity(to), ...boundsOf(wanted) }
    return logs().parse(await readChain(config, 'eth_getLogs', [filter]))
  }

/** The service tells what it reads itself; a wallet that brings a node of its own may be on any network. */
const isReadHere = (config: Config): boolean => connectorOf(config, NAMESPACE)?.approvesInFrame ?? true

/**
 * Has the service tell it, on the socket that another subscription has open or on a new one.
 *
 * @returns the socket, once the subscription has begun
 * @throws ChainUnavailableError
 */
async function listen(
  config: Config,
  subscriptions: Subscriptions,
  { id, params, signal }: Wish,
  tell: (event: unknown) => void,
): Promise<LiveSocket> {
  const own = subscriptions.get(id)
  const chainId = networkIdOf(config, NAMESPACE)
  if (!own || !chainId || !isReadHere(config)) throw new ChainUnavailableError()
  const forget = () => {
    delete own.socket
  }
  const shared = [...subscriptions.values()].find(({ socket }) => socket)?.socket
  own.socket =
    shared ??
    loading(import('./openLiveSocket.ts')).then(({ openLiveSocket }) =>
      openLiveSocket(serviceOf(config), chainId, config.runtime.signal),
    )
  try {
    const socket = await own.socket
    const stop = await socket.subscribe(
      params,
      (event) => eventSchema().safeParse(event).success && tell(event),
    )
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    void socket.closed.then(forget)
    return socket
  } catch (error) {
    forget()
    throw error
  }
}

/** The block that an event is of; a block's logs come one by one, so that its last one may be still to come. */
function heightOf(event: unknown): number {
  const { number, blockNumber, removed } = event as Record<string, unknown>
  const height = Number(number ?? blockNumber)
  if (removed === true || !Number.isSafeInteger(height)) return 0
  return number === undefined ? height - 1 : height
}

/** Tells what is new until the signal aborts: by the service's socket, and by looking while there is none. */
async function follow(
  config: Config,
  subscriptions: Subscriptions,
  wish: Wish,
  first: number,
): Promise<void> {
  const { read = async () => [], tell, signal } = wish
  let last = first
  const ended = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  const look = async () => {
    const head = await headOf(config)
    const events = head > last ? await read(Math.max(last + 1, head - MOST_BLOCKS + 1), head) : []
    last = Math.max(last, head)
    for (const event of events) if (!signal.aborted) tell(event)
  }
  const lookFor = async (time: number) => {
    const networks = config.networks.getState()
    const { blockTime = POLLING } = findNetwork(networks, networkIdOf(config, NAMESPACE) ?? '') ?? {}
    for (const until = performance.now() + time; !signal.aborted && performance.now() < until; ) {
      await pause(Math.min(blockTime, POLLING), signal)
      // Nobody looks at a page in the background. A look that fails is made up for by the next one.
      if (!signal.aborted && !globalThis.document?.hidden) await look().catch(() => undefined)
    }
  }
  for (let failures = 0; !signal.aborted; failures++) {
    let early: unknown[] | undefined = []
    const hear = (event: unknown) => {
      if (early) return void early.push(event)
      if (signal.aborted) return
      last = Math.max(last, heightOf(event))
      tell(event)
    }
    const socket = await listen(config, subscriptions, wish, hear).catch(() => undefined)
    if (socket) {
      failures = 0
      // What came before the socket did goes first.
      await look().catch(() => undefined)
      const heard = early
      early = undefined
      heard.forEach(hear)
      await Promise.race([socket.closed, ended])
    }
    await lookFor(Math.min(LONGEST_REST, FIRST_REST * 2 ** failures))
  }
}
