import * as z from 'zod'
import { hexHash, hexQuantity } from '../userOperations/userOperation.ts'
import { subscribeAtNode } from './subscribeAtNode.ts'
import type { Wanted } from './wanted.ts'
import { type AskNetwork, type ChainChange, type Head, watchChain } from './watchChain.ts'

/** Blocks whose logs could not be read yet; of more, the oldest are left out. */
const MOST_WAITING = 64
/** Logs that are remembered, to be taken back when their block is. */
const MOST_KEPT = 2_000
/** Different wishes of all visitors of one network. */
export const MOST_FEEDS = 1_000
/** Times that the logs of one block are asked for before it may be left out. */
const MOST_TRIES = 3
/** Characters of one event. */
const LONGEST_EVENT = 262_144

/** Hears each event as JSON. */
export type Listener = (event: string) => void
/** Somebody who wants what nobody else does has to wait until there is room. */
export class TooManyFeedsError extends Error {
  override name = 'TooManyFeedsError'
}
/** No node of the network tells of it. */
export class NotToldError extends Error {
  override name = 'NotToldError'
}

export type Feeds = {
  /**
   * Tells of what is wanted, from now on. Equal wishes are read once.
   *
   * @returns what ends it
   * @throws NotToldError, TooManyFeedsError, and what `ask` throws
   */
  subscribe(wanted: Wanted, listener: Listener): Promise<() => void>
}

export type FeedOptions = {
  ask: AskNetwork
  /** ms between two looks at the network. */
  interval: number
  /** WebSocket addresses of its nodes. */
  urls: readonly string[]
}

const logSchema = z.looseObject({ blockHash: hexHash, logIndex: hexQuantity })
type Log = z.output<typeof logSchema>

/** Tells the logs of new blocks, and takes those of blocks that are no more back (`removed`, as geth). */
function createLogReader(ask: AskNetwork, filter: object, tell: (event: unknown) => void) {
  let waiting: Head[] = []
  let told: Log[] = []
  let isReading = false
  let failed: Head | null = null
  let failures = 0
  async function logsOf({ hash }: Head): Promise<Log[]> {
    const answer = await ask('eth_getLogs', [{ ...filter, blockHash: hash }])
    return z
      .array(logSchema)
      .parse(answer)
      .filter(({ blockHash }) => blockHash === hash)
  }
  /** One block that nobody can tell, such as one with too many logs, does not hold up those after it. */
  async function isUntold(head: Head): Promise<boolean> {
    failures = head === failed ? failures + 1 : 1
    failed = head
    const newest = waiting.at(-1)
    if (failures < MOST_TRIES || newest === undefined || newest === head) return false
    // Where the newest is not told either, it is the network that does not answer.
    await logsOf(newest)
    return true
  }
  async function read(): Promise<void> {
    while (waiting.length > 0) {
      const [head] = waiting as [Head]
      const logs = await logsOf(head).catch(async (error: unknown): Promise<Log[]> => {
        if (await isUntold(head)) return []
        throw error
      })
      // It may have been taken back meanwhile.
      if (waiting[0] !== head) continue
      waiting.shift()
      for (const log of logs) tell(log)
      told = [...told, ...logs].slice(-MOST_KEPT)
    }
  }
  return ({ added, removed }: ChainChange) => {
    const gone = new Set(removed)
    waiting = [...waiting.filter(({ hash }) => !gone.has(hash)), ...added].slice(-MOST_WAITING)
    for (const log of told.filter(({ blockHash }) => gone.has(blockHash))) tell({ ...log, removed: true })
    told = told.filter(({ blockHash }) => !gone.has(blockHash))
    if (isReading) return
    isReading = true
    // What is not read now is read with the next block.
    void read()
      .catch(() => undefined)
      .finally(() => {
        isReading = false
      })
  }
}

type Feed = { listeners: Set<Listener>; begun: Promise<() => void> }

/** What visitors are told of one network. */
export function createFeeds({ ask, interval, urls }: FeedOptions): Feeds {
  const feeds = new Map<string, Feed>()
  const watch = watchChain({
    ask,
    interval,
    ...(urls.length === 0 ? {} : { listen: (options) => subscribeAtNode(urls, 'newHeads', options) }),
  })

  async function begin(wanted: Wanted, tell: (event: unknown) => void): Promise<() => void> {
    if (wanted.kind === 'newHeads')
      return watch.follow(({ added }) => {
        for (const { shown } of added) tell(shown)
      })
    if (wanted.kind === 'logs') return watch.follow(createLogReader(ask, wanted.filter, tell))
    if (urls.length === 0) throw new NotToldError('No node of this network tells of it.')
    const ended = new AbortController()
    await new Promise<void>((resolve, reject) => {
      const setTelling = (isTelling: boolean) =>
        isTelling ? resolve() : reject(new NotToldError('No node of this network tells of it.'))
      const hash = (event: unknown) => hexHash.safeParse(event).success && tell(event)
      void subscribeAtNode(urls, 'newPendingTransactions', { tell: hash, setTelling, signal: ended.signal })
    }).catch((error: unknown) => {
      ended.abort()
      throw error
    })
    return () => ended.abort()
  }

  function open(key: string, wanted: Wanted): Feed {
    // Blocks, and what waits, are one wish each, and there is always room for them.
    if (wanted.kind === 'logs' && feeds.size >= MOST_FEEDS)
      throw new TooManyFeedsError('Too much is wanted of this network.')
    const listeners = new Set<Listener>()
    const tell = (event: unknown) => {
      const text = JSON.stringify(event)
      if (text.length <= LONGEST_EVENT) for (const listener of listeners) listener(text)
    }
    const feed = { listeners, begun: begin(wanted, tell) }
    feeds.set(key, feed)
    return feed
  }

  return {
    async subscribe(wanted, listener) {
      const key = JSON.stringify(wanted)
      const feed = feeds.get(key) ?? open(key, wanted)
      feed.listeners.add(listener)
      const leave = (end?: () => void) => {
        feed.listeners.delete(listener)
        if (feed.listeners.size > 0) return
        if (feeds.get(key) === feed) feeds.delete(key)
        end?.()
      }
      try {
        const end = await feed.begun
        return () => leave(end)
      } catch (error) {
        leave()
        throw error
      }
    },
  }
}
