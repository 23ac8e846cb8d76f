import { HistoryUnavailableError } from '@latchkey/protocol/http'
import { withDeadline } from '@latchkey/std/deadline'
import { type Chain, tokensOf } from '../config/chains.ts'
import { caip2Of } from '../config/namespaces.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import { type Breaker, createBreaker } from '../upstreams/createBreaker.ts'
import { createExplorer, type Explorer } from '../upstreams/explorers/createExplorer.ts'
import type { ListedTransaction } from './listHistory.ts'
import { type PastPosition, readPastCursor, writePastCursor } from './pastCursor.ts'
import { type Listed, pastRow } from './pastEntries.ts'
import { readPast, startBelow } from './readPast.ts'

/** What the service itself has not indexed of one account on one network. */
export type PastHistory = {
  /** The cursor before which block the explorer begins; null: with the newest. */
  start(below: number | null): string
  /** @throws HistoryUnavailableError, HistoryCursorError */
  read(cursor: string): Promise<{ rows: ListedTransaction[]; next: string | null }>
  /**
   * The next rows before a block (null: the newest), by two requests. `below` of the answer: where to go on; null: nowhere.
   *
   * @throws HistoryUnavailableError
   */
  readBelow(below: number | null): Promise<{ rows: ListedTransaction[]; below: number | null }>
}

type Source = { explorer: Explorer; breaker: Breaker; listed: Listed }

const listedOf = (chain: Chain): Listed => ({
  addresses: new Set(tokensOf(chain).map(({ address }) => address.toLowerCase())),
  symbols: new Set([chain.nativeCurrency, ...tokensOf(chain)].map(({ symbol }) => symbol.toUpperCase())),
})

/**
 * Opens the explorers of the networks that have one. Nothing is asked before somebody asks.
 *
 * @returns what is there for an account, in small letters; null for a network without an explorer
 */
export function createPastHistory(service: ServiceContext) {
  const { config, limits, metrics, hashKeys } = service
  const sources = new Map(
    config.chains.flatMap((chain): [number, Source][] => {
      const { id, historyUrl: url } = chain
      if (url === undefined) return []
      const explorer = createExplorer({ url, timeout: limits.dataTry })
      // A page takes several questions, which succeed or fail together.
      const breaker = createBreaker({ failures: 5, rest: 10_000, now: config.now })
      return [[id, { explorer, breaker, listed: listedOf(chain) }]]
    }),
  )
  return (chain: Chain, account: string): PastHistory | null => {
    const source = sources.get(chain.id)
    if (!source) return null
    const { explorer, breaker, listed } = source
    const scope = { key: hashKeys.cursor, chainId: chain.id, account, host: explorer.host }
    const count = (outcome: string) =>
      metrics.chainData.inc({ kind: 'history', chain: caip2Of(chain), outcome })
    const write = (position: PastPosition): string => {
      const cursor = writePastCursor(scope, position)
      if (cursor === null) throw new HistoryUnavailableError()
      return cursor
    }
    const readFrom = async (from: PastPosition, mostRequests?: number) => {
      try {
        // Whoever leaves does not end it: that would count against the explorer.
        const { entries, next } = await breaker.run(() =>
          withDeadline({ ms: limits.dataTotal }, (signal) =>
            readPast(explorer, account, from, signal, mostRequests),
          ),
        )
        count('answered')
        return { rows: entries.flatMap((entry) => pastRow(entry, account, chain.id, listed) ?? []), next }
      } catch (cause) {
        count('unavailable')
        throw new HistoryUnavailableError({ cause })
      }
    }
    return {
      start: (below) => write(startBelow(below)),
      async read(cursor) {
        const { rows, next } = await readFrom(readPastCursor(scope, cursor))
        return { rows, next: next && write(next) }
      },
      async readBelow(below) {
        const { rows, next } = await readFrom(startBelow(below), 2)
        return { rows, below: next?.below ?? null }
      },
    }
  }
}
