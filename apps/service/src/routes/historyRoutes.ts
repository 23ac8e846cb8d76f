import {
  getAccountHistory,
  historyQuery,
  InvalidRequestError,
  UnknownNetworkError,
} from '@latchkey/protocol/http'
import { isAddress } from 'viem'
import type { ChainData } from '../chainData/createChainData.ts'
import type { Chain } from '../config/chains.ts'
import { caip2Of } from '../config/namespaces.ts'
import type { ServiceContext } from '../context/ServiceContext.ts'
import type { Database } from '../db/Database.ts'
import { createPastHistory, type PastHistory } from '../history/createPastHistory.ts'
import { describeHistory } from '../history/describeHistory.ts'
import { readCursor, writeCursor } from '../history/historyCursor.ts'
import { type ListedTransaction, listHistory, seenUntil } from '../history/listHistory.ts'
import { mergeHistory } from '../history/mergeHistory.ts'
import { isPastCursor } from '../history/pastCursor.ts'
import { type Routes, registerRoute } from '../http/registerRoute.ts'
import { pictureAddress } from '../nfts/pictureAddress.ts'
import { readQuery } from '../query/readQuery.ts'
import type { Prices } from '../upstreams/prices/PriceSource.ts'

const PAGE = 50

/** Prices are worth telling, and not worth waiting for in vain. */
async function readPrices(data: ChainData, chains: readonly Chain[]): Promise<Map<number, Prices>> {
  const answers = await Promise.all(chains.map((chain) => data.prices(chain).catch((): Prices => new Map())))
  return new Map(chains.map(({ id }, index) => [id, answers[index] ?? new Map()]))
}

async function describeRows(
  service: ServiceContext,
  data: ChainData,
  chains: readonly Chain[],
  rows: readonly ListedTransaction[],
) {
  const { hashKeys, config } = service
  const pictureOf = (place: string) => `${config.apiOrigin}${pictureAddress(hashKeys, place)}`
  const used = chains.filter(({ id }) => rows.some(({ chainId }) => chainId === id))
  const prices = await readPrices(data, used)
  return rows.flatMap((row) => {
    // A network that the service has left is not told of.
    const chain = used.find(({ id }) => id === row.chainId)
    return chain
      ? [describeHistory({ chain, pictureOf, prices: prices.get(chain.id) ?? new Map() }, row)]
      : []
  })
}

type Asked = { account: string; chain: Chain | null; cursor: string | undefined }
type Rows = { rows: readonly ListedTransaction[]; next: string | null }

/**
 * A page of the service's own index. After its last row comes what an explorer knows from before it, where the question
 * names one network that has an explorer. Of all networks together: see `mergeHistory`.
 *
 * @throws HistoryCursorError, HistoryUnavailableError where there is nothing else to tell
 */
async function readRows(db: Database, past: PastHistory | null, asked: Asked): Promise<Rows> {
  const { account, chain, cursor } = asked
  if (past && cursor !== undefined && isPastCursor(cursor)) return past.read(cursor)
  const after = cursor === undefined ? null : readCursor(cursor)
  const found = await listHistory(db, account, { chainId: chain?.id ?? null, after, limit: PAGE + 1 })
  const rows = found.slice(0, PAGE)
  const last = rows.at(-1)
  if (found.length > PAGE && last) return { rows, next: writeCursor(last) }
  if (!past) return { rows, next: null }
  const start = past.start(last?.block ?? after?.block ?? null)
  if (!last) return past.read(start)
  // What is known is told also while the explorer is away: whoever goes on asks it again.
  const older = await past.read(start).catch(() => ({ rows: [], next: start }))
  return { rows: [...rows, ...older.rows], next: older.next }
}

/** Spec 7, an account's history: of the service's own accounts since it follows them, of others what an explorer says. */
export function addHistoryRoute(routes: Routes, data: ChainData): void {
  const options = { audience: 'page', count: 'data', query: Object.keys(historyQuery().shape) } as const
  const pastOf = createPastHistory(routes.service)
  registerRoute(routes, getAccountHistory, options, async (service, call) => {
    const { db, config, chains } = service
    const { account: given = '' } = call.params
    // viem takes mixed case with its checksum alone (ERC-55).
    if (!isAddress(given)) throw new InvalidRequestError({ data: { field: 'account' } })
    const { cursor, chainId, onramp } = readQuery(historyQuery(), call.query)
    const chain = chainId === undefined ? null : chains.get(chainId)
    if (chain === undefined) throw new UnknownNetworkError()
    const account = given.toLowerCase()
    // Nothing is bought through this service.
    if (onramp !== undefined) return { data: [], next: null }
    const pasts = (chain ? [chain] : config.chains).flatMap((one) => {
      const past = pastOf(one, account)
      return past ? [{ chainId: one.id, past }] : []
    })
    const { rows, next, missing } =
      chain === null && pasts.length > 0
        ? await mergeHistory(db, account, pasts, cursor)
        : { ...(await readRows(db, pasts[0]?.past ?? null, { account, chain, cursor })), missing: [] }
    const shown = chain ? [chain] : config.chains
    const seen = await seenUntil(
      db,
      shown.map(({ id }) => id),
    )
    return {
      data: await describeRows(service, data, shown, rows),
      next,
      ...(seen === null ? {} : { seenUntil: seen }),
      ...(missing.length === 0 ? {} : { missing: missing.map((id) => caip2Of({ id })) }),
    }
  })
}
