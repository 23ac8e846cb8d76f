import {
  type Config,
  findNetwork,
  InvalidRequestParamsError,
  networkIdOf,
  type RequestArguments,
  request,
  TooManyReadsError,
} from '@latchkey/core'
import { NotAvailableError } from '@latchkey/protocol/frame'
import { bytesToHex, toQuantity } from '@latchkey/std/hex'
import { pause } from '@latchkey/std/pause'
import * as z from 'zod/mini'
import { type Emit, NAMESPACE, type Subscriptions } from './createProvider.ts'

/** Between two looks (spec 7), unless the network has blocks more often; ms. */
const POLLING = 4_000
/** At once. */
const MOST_SUBSCRIPTIONS = 20
/** Blocks that are told of after a time in which nobody could look; older ones are left out. */
const MOST_BLOCKS = 100
/** What a header is not (as geth's `newHeads`). */
const BODY = ['transactions', 'uncles', 'withdrawals', 'size', 'totalDifficulty']

const quantity = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,13}$/))
const address = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const topic = z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/))
const filterSchema = z.looseObject({
  address: z.nullish(z.union([address, z.array(address).check(z.maxLength(100))])),
  topics: z.nullish(
    z.array(z.nullable(z.union([topic, z.array(topic).check(z.maxLength(100))]))).check(z.maxLength(4)),
  ),
})
const wantedSchema = z.union([
  // web3 adds an empty object, or none.
  z.tuple([z.literal('newHeads')], z.unknown()),
  z.tuple([z.literal('logs'), z.optional(filterSchema)]),
])
const block = z.record(z.string(), z.unknown())
const logs = z.array(z.unknown())

/** What happened in these blocks, in its order. */
type ReadEvents = (from: number, to: number) => Promise<readonly unknown[]>

/**
 * `eth_subscribe` for `newHeads` and `logs`, by asking the network again and again until `eth_unsubscribe`, another network
 * or the end of the config. Each event is a `message` of EIP-1193. A chain that takes blocks back is not told of.
 *
 * @throws InvalidRequestParamsError, NotAvailableError for other kinds, TooManyReadsError for more than 20 at once
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
  subscriptions.set(id, end)
  try {
    const first = await headOf(config)
    const events = kind === 'newHeads' ? readHeads(config) : readLogs(config, filter as Filter | undefined)
    const tell = (result: unknown) =>
      emit('message', { type: 'eth_subscription', data: { subscription: id, result } })
    void follow(config, first, events, tell, ended.signal)
    return id
  } catch (error) {
    end()
    throw error
  }
}

/** `eth_unsubscribe`: false where there is no such subscription. */
export function unsubscribeChain({ params }: RequestArguments, subscriptions: Subscriptions): boolean {
  const parsed = z.tuple([z.string()]).safeParse(params)
  if (!parsed.success) throw new InvalidRequestParamsError()
  const end = subscriptions.get(parsed.data[0])
  end?.()
  return end !== undefined
}

type Filter = z.output<typeof filterSchema>

function parse(params: unknown): z.output<typeof wantedSchema> {
  const parsed = wantedSchema.safeParse(params)
  if (parsed.success) return parsed.data
  const kind: unknown = Array.isArray(params) ? params[0] : undefined
  if (kind === 'syncing' || kind === 'newPendingTransactions') throw new NotAvailableError()
  throw new InvalidRequestParamsError()
}

const newId = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(16)))

const readChain = (config: Config, method: string, params: readonly unknown[] = []) =>
  request(config, { method, params }, { namespace: NAMESPACE })

const headOf = async (config: Config): Promise<number> =>
  Number(quantity.parse(await readChain(config, 'eth_blockNumber')))

const readHeads =
  (config: Config): ReadEvents =>
  async (from, to) => {
    const numbers = Array.from({ length: to - from + 1 }, (_, index) => toQuantity(from + index))
    const blocks = await Promise.all(
      numbers.map((number) => readChain(config, 'eth_getBlockByNumber', [number, false])),
    )
    return blocks.map((one) =>
      Object.fromEntries(Object.entries(block.parse(one)).filter(([name]) => !BODY.includes(name))),
    )
  }

const readLogs =
  (config: Config, { address, topics }: Filter = {}): ReadEvents =>
  async (from, to) => {
    const filter = {
      fromBlock: toQuantity(from),
      toBlock: toQuantity(to),
      ...(address ? { address } : {}),
      ...(topics ? { topics } : {}),
    }
    return logs.parse(await readChain(config, 'eth_getLogs', [filter]))
  }

/** Tells what is new until the signal aborts. A look that fails is made up for by the next one. */
async function follow(
  config: Config,
  first: number,
  readEvents: ReadEvents,
  tell: (event: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  const networks = config.networks.getState()
  const { blockTime = POLLING } = findNetwork(networks, networkIdOf(config, NAMESPACE) ?? '') ?? {}
  let last = first
  while (!signal.aborted) {
    await pause(Math.min(blockTime, POLLING), signal)
    // Nobody looks at a page in the background.
    if (signal.aborted || globalThis.document?.hidden) continue
    try {
      const head = await headOf(config)
      const events = head > last ? await readEvents(Math.max(last + 1, head - MOST_BLOCKS + 1), head) : []
      last = head
      for (const event of events) if (!signal.aborted) tell(event)
    } catch {}
  }
}
