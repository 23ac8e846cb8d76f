import {
  getAccountHistory,
  historyQuery,
  InvalidRequestError,
  UnknownNetworkError,
} from '@latchkey/protocol/http'
import { isAddress } from 'viem'
import type { ChainData } from '../chainData/createChainData.ts'
import type { Chain } from '../config/chains.ts'
import { describeHistory } from '../history/describeHistory.ts'
import { readCursor, writeCursor } from '../history/historyCursor.ts'
import { type HistoryRow, listHistory, seenUntil } from '../history/listHistory.ts'
import { type Routes, registerRoute } from '../http/registerRoute.ts'
import { readQuery } from '../query/readQuery.ts'
import type { Prices } from '../upstreams/prices/PriceSource.ts'

const PAGE = 50

/** Prices are worth telling, and not worth waiting for in vain. */
async function readPrices(data: ChainData, chains: readonly Chain[]): Promise<Map<number, Prices>> {
  const answers = await Promise.all(chains.map((chain) => data.prices(chain).catch((): Prices => new Map())))
  return new Map(chains.map(({ id }, index) => [id, answers[index] ?? new Map()]))
}

async function describeRows(data: ChainData, chains: readonly Chain[], rows: readonly HistoryRow[]) {
  const used = chains.filter(({ id }) => rows.some(({ chainId }) => chainId === id))
  const prices = await readPrices(data, used)
  return rows.flatMap((row) => {
    // A network that the service has left is not told of.
    const chain = used.find(({ id }) => id === row.chainId)
    return chain ? [describeHistory(chain, row, prices.get(chain.id) ?? new Map())] : []
  })
}

/** Spec 7, an account's history: transactions of the service's own accounts, since it follows them. */
export function addHistoryRoute(routes: Routes, data: ChainData): void {
  const options = { audience: 'page', count: 'data', query: Object.keys(historyQuery.shape) } as const
  registerRoute(routes, getAccountHistory, options, async ({ db, config, chains }, call) => {
    const { account = '' } = call.params
    // viem takes mixed case with its checksum alone (ERC-55).
    if (!isAddress(account)) throw new InvalidRequestError({ data: { field: 'account' } })
    const { cursor, chainId, onramp } = readQuery(historyQuery, call.query)
    const chain = chainId === undefined ? null : chains.get(chainId)
    if (chain === undefined) throw new UnknownNetworkError()
    const after = cursor === undefined ? null : readCursor(cursor)
    // Nothing is bought through this service.
    if (onramp !== undefined) return { data: [], next: null }
    const asked = chain ? [chain] : config.chains
    const rows = await listHistory(db, account.toLowerCase(), {
      chainId: chain?.id ?? null,
      after,
      limit: PAGE + 1,
    })
    const page = rows.slice(0, PAGE)
    const last = page.at(-1)
    const seen = await seenUntil(
      db,
      asked.map(({ id }) => id),
    )
    return {
      data: await describeRows(data, asked, page),
      next: rows.length > PAGE && last ? writeCursor(last) : null,
      ...(seen === null ? {} : { seenUntil: seen }),
    }
  })
}
