import { HistoryCursorError } from '@latchkey/protocol/http'
import * as z from 'zod'
import type { Database } from '../db/Database.ts'
import type { PastHistory } from './createPastHistory.ts'
import { type Position, position } from './historyCursor.ts'
import { type ListedTransaction, listHistory, oldestBlocks } from './listHistory.ts'

/** Explorers that are asked for one page: each by two requests. */
const MOST_EXPLORERS = 12
/** Rows of a page; more where a block of an explorer is to be told whole. */
const PAGE = 50

const block = z.int().min(0)
const schema = z.tuple([
  z.union([position, z.null()]),
  z.array(z.tuple([z.int().min(1), block.nullable()])).max(MOST_EXPLORERS),
])
/** Where all lists go on: the index after its last row, and explorers before a block (null: from the newest). */
type Place = { after: Position | null; below: Map<number, number | null> }

function write({ after, below }: Place): string {
  const index = after && [after.at, after.block, after.position, after.chainId]
  return Buffer.from(JSON.stringify([index, [...below]])).toString('base64url')
}

/** @throws HistoryCursorError for any text that `write` does not write */
function read(text: string): Place {
  try {
    const [index, below] = schema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
    const place = { after: index, below: new Map(below) }
    if (write(place) === text && below.length === place.below.size) return place
  } catch {
    // Told below.
  }
  throw new HistoryCursorError()
}

/** What one list has told: `more` where it goes on behind its last row. */
type Told = { rows: readonly ListedTransaction[]; more: boolean }

const compare = (one: ListedTransaction, other: ListedTransaction): number =>
  other.at - one.at || other.block - one.block || other.position - one.position || other.chainId - one.chainId

const blockOf = ({ chainId, block }: ListedTransaction): string => `${chainId}:${block}`

/** Those of all lists that nothing can come before any more, newest first. */
function mergeRows(lists: readonly Told[]): ListedTransaction[] {
  // A list that goes on has told everything down to its last row, and nothing where it has none.
  const cut = Math.max(
    ...lists.map(({ rows, more }) => (more ? (rows.at(-1)?.at ?? Number.POSITIVE_INFINITY) : 0)),
    0,
  )
  const rows = lists
    .flatMap((list) => list.rows)
    .filter(({ at }) => at >= cut)
    .toSorted(compare)
  // Explorers go on before a block, so each block that a page has begun is told whole.
  const begun = new Set(rows.slice(0, PAGE).flatMap((row) => (row.isElsewhere ? [blockOf(row)] : [])))
  return rows.filter((row, index) => index < PAGE || (row.isElsewhere && begun.has(blockOf(row))))
}

type Past = { chainId: number; past: PastHistory }

/**
 * A page of an account's history on all networks: of the service's own index and of explorers, newest first. An explorer
 * that does not answer is left out of this listing, named, and asked again by the next.
 *
 * @param pasts of networks that have an explorer; the first twelve are asked
 * @returns `missing`: networks whose explorer did not answer
 * @throws HistoryCursorError; HistoryUnavailableError where nothing is known and no explorer answers
 */
export async function mergeHistory(
  db: Database,
  account: string,
  pasts: readonly Past[],
  cursor: string | undefined,
): Promise<{ rows: readonly ListedTransaction[]; next: string | null; missing: readonly number[] }> {
  const asked = pasts.slice(0, MOST_EXPLORERS)
  const { after, below } =
    cursor === undefined ? { after: null, below: await begin(db, account, asked) } : read(cursor)
  const open = asked.filter(({ chainId }) => below.has(chainId))
  const [found, answers] = await Promise.all([
    listHistory(db, account, { chainId: null, after, limit: PAGE + 1 }),
    Promise.allSettled(open.map(({ chainId, past }) => past.readBelow(below.get(chainId) ?? null))),
  ])
  const index: Told = { rows: found.slice(0, PAGE), more: found.length > PAGE }
  const elsewhere = open.flatMap(({ chainId }, at) => {
    const answer = answers[at]
    if (answer?.status !== 'fulfilled') return []
    const { rows, below: next } = answer.value
    // One that tells nothing and leads nowhere would hold up all others: it is left out as one that does not answer.
    const isStuck =
      rows.length === 0 && next !== null && next >= (below.get(chainId) ?? Number.MAX_SAFE_INTEGER)
    return isStuck ? [] : [{ chainId, ...answer.value, more: next !== null }]
  })
  const failed = answers.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected' && elsewhere.length === 0 && found.length === 0) throw failed.reason
  const missing = open.flatMap(({ chainId }, at) => (answers[at]?.status === 'rejected' ? [chainId] : []))
  const rows = mergeRows([index, ...elsewhere])
  const told = new Set(rows)
  // All lists are in one order, so the index goes on behind whatever was told last.
  const last = rows[Math.min(PAGE, rows.length) - 1]
  const rest = elsewhere.flatMap((list): [number, number | null][] => {
    if (list.rows.every((row) => told.has(row)))
      return list.below === null ? [] : [[list.chainId, list.below]]
    const lastHere = list.rows.findLast((row) => told.has(row))
    return [[list.chainId, lastHere?.block ?? below.get(list.chainId) ?? null]]
  })
  const isIndexOver = !index.more && index.rows.every((row) => told.has(row))
  if (isIndexOver && rest.length === 0) return { rows, next: null, missing }
  return { rows, next: write({ after: last ?? after, below: new Map(rest) }), missing }
}

/** Explorers begin before the first block that the index has of the account, so that nothing is told twice. */
async function begin(
  db: Database,
  account: string,
  asked: readonly Past[],
): Promise<Map<number, number | null>> {
  const oldest = await oldestBlocks(
    db,
    account,
    asked.map(({ chainId }) => chainId),
  )
  return new Map(asked.map(({ chainId }) => [chainId, oldest.get(chainId) ?? null]))
}
