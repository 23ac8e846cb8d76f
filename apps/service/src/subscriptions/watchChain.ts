import { pause } from '@latchkey/std/pause'
import { toHex } from 'viem'
import * as z from 'zod'
import { hexHash, hexQuantity } from '../userOperations/userOperation.ts'

/** Asks one network. @throws when it does not answer */
export type AskNetwork = (method: string, params: readonly unknown[]) => Promise<unknown>

/** Blocks that are remembered: a deeper reorganisation is told from the oldest of them on. */
const KEPT = 64
/** Blocks that are told at once; of more, the oldest are left out. */
const MOST_BLOCKS = 64
/** After a failure the network is left alone: twice as long each time, ms. */
const LONGEST_REST = 60_000
/** While a node tells of its blocks, it is asked only now and then, ms. */
const TOLD_INTERVAL = 30_000
/** What a header is not (as geth's `newHeads`). */
const BODY = new Set(['transactions', 'uncles', 'withdrawals', 'size', 'totalDifficulty'])

const blockSchema = z.looseObject({
  hash: hexHash,
  parentHash: hexHash,
  number: hexQuantity.transform(Number).pipe(z.int()),
})
/** A block's header. `shown` is what a visitor is told. */
export type Head = { hash: string; parentHash: string; number: number; shown: Record<string, unknown> }

/** What has become of a chain: blocks that it has now, oldest first, and hashes of those that it has no more. */
export type ChainChange = { added: readonly Head[]; removed: readonly string[] }

async function readHead(ask: AskNetwork, number: number | 'latest'): Promise<Head | null> {
  const tag = number === 'latest' ? number : toHex(number)
  const raw = await ask('eth_getBlockByNumber', [tag, false])
  if (raw === null) return null
  const { hash, parentHash, number: height } = blockSchema.parse(raw)
  const shown = Object.fromEntries(Object.entries(raw as object).filter(([name]) => !BODY.has(name)))
  return { hash, parentHash, number: height, shown }
}

type Known = Pick<Head, 'hash' | 'number'>

/** How many of the known blocks, oldest first, the chain still has. */
async function countKept(ask: AskNetwork, known: readonly Known[], latest: Head): Promise<number> {
  for (let count = known.length; count > 0; count--) {
    const { number, hash } = known[count - 1] as Known
    if (number === latest.number - 1 && hash === latest.parentHash) return count
    if (number > latest.number) continue
    const there = await readHead(ask, number)
    // A node that is behind the one that told the latest: nothing can be said of this block now.
    if (!there) throw new Error('The network is behind itself.')
    if (there.hash === hash) return count
  }
  return 0
}

/**
 * What has changed since some blocks were known.
 *
 * @param known oldest first
 * @returns null while nothing has, or while the chain changes under the reading
 * @throws what `ask` throws, and what a network that answers something else makes zod throw
 */
export async function readChange(ask: AskNetwork, known: readonly Known[]): Promise<ChainChange | null> {
  const latest = await readHead(ask, 'latest')
  // One that is known already is of a node that is behind, if not the last; a chain that has lost blocks gets others.
  if (!latest || known.some(({ hash }) => hash === latest.hash)) return null
  const kept = await countKept(ask, known, latest)
  const common = known[kept - 1]
  const from = Math.max((common?.number ?? latest.number - 1) + 1, latest.number - MOST_BLOCKS + 1)
  const numbers = Array.from({ length: Math.max(0, latest.number - from) }, (_, index) => from + index)
  const read = await Promise.all(numbers.map((number) => readHead(ask, number)))
  const added = [...read, latest].flatMap((head) => (head && head.number >= from ? [head] : []))
  const isWhole = added.length === Math.max(0, latest.number - from + 1)
  const isRow = added.every(({ parentHash }, index) => {
    const before = index > 0 ? added[index - 1] : common?.number === from - 1 ? common : undefined
    return before === undefined || before.hash === parentHash
  })
  if (!isWhole || !isRow) return null
  return { added, removed: known.slice(kept).map(({ hash }) => hash) }
}

export type ChainWatch = {
  /**
   * Tells of every change from now on. The network is read once for all who follow, and not at all while nobody does.
   *
   * @returns what ends it
   * @throws what `ask` throws, where it is not known yet how far the chain is
   */
  follow(listener: (change: ChainChange) => void): Promise<() => void>
}

export type WatchOptions = {
  ask: AskNetwork
  /** ms between two looks. */
  interval: number
  /** Keeps being told of new blocks by a node until the signal aborts; left out where no node tells. */
  listen?: (options: {
    tell: () => void
    setTelling: (isTelling: boolean) => void
    signal: AbortSignal
  }) => Promise<void>
}

/** Watches one network for all who follow it. */
export function watchChain({ ask, interval, listen }: WatchOptions): ChainWatch {
  const listeners = new Set<(change: ChainChange) => void>()
  let watching: { begun: Promise<void>; end: () => void } | null = null

  function start() {
    const ended = new AbortController()
    const { signal } = ended
    let known: Known[] = []
    let isTelling = false
    let isToldOf = false
    let wake = () => {}
    /** Until it is time to look again: a node has told of a block, or has nothing to say. */
    const untilDue = async (rest: number) => {
      const woken = new AbortController()
      wake = () => woken.abort()
      signal.addEventListener('abort', wake)
      if (!isToldOf) await pause(rest, woken.signal)
      signal.removeEventListener('abort', wake)
      isToldOf = false
    }
    const look = async () => {
      const change = await readChange(ask, known)
      if (!change) return
      const removed = new Set(change.removed)
      known = [...known.filter(({ hash }) => !removed.has(hash)), ...change.added].slice(-KEPT)
      for (const listener of listeners) listener(change)
    }
    const run = async () => {
      let failures = 0
      while (!signal.aborted) {
        const rest = isTelling ? TOLD_INTERVAL : interval
        await untilDue(failures > 0 ? Math.min(LONGEST_REST, rest * 2 ** failures) : rest)
        if (signal.aborted) return
        failures = await look().then(
          () => 0,
          () => failures + 1,
        )
      }
    }
    const begun = readHead(ask, 'latest').then((head) => {
      if (!head) throw new Error('The network has no block.')
      known = [head]
      void run()
      const tell = () => {
        isToldOf = true
        wake()
      }
      const setTelling = (now: boolean) => {
        isTelling = now
        // What came between the last look and the first word, or after the last one.
        tell()
      }
      void listen?.({ tell, setTelling, signal })
    })
    return { begun, end: () => ended.abort() }
  }
  const leave = (listener: (change: ChainChange) => void) => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    watching?.end()
    watching = null
  }
  return {
    async follow(listener) {
      listeners.add(listener)
      watching ??= start()
      try {
        await watching.begun
      } catch (error) {
        leave(listener)
        throw error
      }
      return () => leave(listener)
    },
  }
}
