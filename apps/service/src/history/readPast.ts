import type { Explorer, Page } from '../upstreams/explorers/createExplorer.ts'
import type { Place } from '../upstreams/explorers/explorerSchema.ts'
import type { PastPosition, Start } from './pastCursor.ts'
import { joinEntries, type PastEntry } from './pastEntries.ts'

/** Requests for one page of ours, and transactions in it. */
const MOST_REQUESTS = 6
const MOST_ENTRIES = 50

/** Explorers count places down from a block and a position in it: these stand before that block. */
export const startBelow = (block: number | null): PastPosition => {
  const from: Place | null = block === null ? null : { block_number: block, index: 0, items_count: 50 }
  return { below: block, transactions: from, transfers: from }
}

type Dated = { block: number }
/** Pages of one list in the order in which they were read, each with where it began. */
type List<Entry> = {
  pages: { from: Place | null; entries: Entry[]; oldest: number | null }[]
  next: Start
}

const all = <Entry>({ pages }: List<Entry>): Entry[] => pages.flatMap(({ entries }) => entries)

/** The last block that the list may not have told whole; -1: it has told everything. */
function horizonOf<Entry extends Dated>({ pages, next }: List<Entry>): number {
  if (next === 'ended') return -1
  // Of an entry that is not read too: a page of those alone would lead nowhere.
  const last = pages.at(-1)
  return last?.oldest ?? last?.entries.at(-1)?.block ?? Number.MAX_SAFE_INTEGER
}

async function extend<Entry>(
  list: List<Entry>,
  read: (from: Place | null) => Promise<Page<Entry>>,
): Promise<void> {
  const from = list.next
  if (from === 'ended') return
  const { entries, oldest, next } = await read(from)
  list.pages.push({ from, entries, oldest })
  // A page that leads back to itself leads nowhere.
  list.next = next === null || JSON.stringify(next) === JSON.stringify(from) ? 'ended' : next
}

/** The page with the first entry before that block, which the next page of ours begins with. */
function resume<Entry extends Dated>({ pages, next }: List<Entry>, below: number): Start {
  const page = pages.find(({ entries }) => entries.some(({ block }) => block < below))
  return page ? page.from : next
}

export type PastPage = { entries: PastEntry[]; next: PastPosition | null }

/**
 * The next transactions of an account that an explorer knows, newest first. Its two lists are read side by side, and only
 * blocks that both have told whole are handed on, so that nothing of a transaction comes late.
 *
 * @param mostRequests two at least: one of each list
 * @throws what the explorer throws
 */
export async function readPast(
  explorer: Explorer,
  account: string,
  from: PastPosition,
  signal: AbortSignal,
  mostRequests = MOST_REQUESTS,
): Promise<PastPage> {
  const transactions: List<Awaited<ReturnType<Explorer['transactions']>>['entries'][number]> = {
    pages: [],
    next: from.transactions,
  }
  const transfers: List<Awaited<ReturnType<Explorer['transfers']>>['entries'][number]> = {
    pages: [],
    next: from.transfers,
  }
  const below = from.below ?? Number.MAX_SAFE_INTEGER
  const more = {
    transactions: () => extend(transactions, (place) => explorer.transactions(account, place, signal)),
    transfers: () => extend(transfers, (place) => explorer.transfers(account, place, signal)),
  }
  const known = () => joinEntries(all(transactions), all(transfers)).filter(({ block }) => block < below)
  await Promise.all([more.transactions(), more.transfers()])
  for (let asked = 2; asked < mostRequests; asked += 1) {
    const [one, other] = [horizonOf(transactions), horizonOf(transfers)]
    const cut = Math.max(one, other)
    if (cut < 0 || known().some(({ block }) => block > cut)) break
    await (one === cut ? more.transactions() : more.transfers())
  }
  return cutPage(known(), { transactions, transfers }, below)
}

/** What is handed on of all that is known, and where to go on. */
function cutPage(
  known: readonly PastEntry[],
  { transactions, transfers }: { transactions: List<Dated>; transfers: List<Dated> },
  below: number,
): PastPage {
  let cut = Math.max(horizonOf(transactions), horizonOf(transfers))
  // A block with more than all these pages is told in part: else nothing would follow it.
  const isLong = cut < below && !known.some(({ block }) => block > cut)
  if (isLong) cut -= 1
  let entries = known.filter(({ block }) => block > cut)
  const over = entries[MOST_ENTRIES]
  if (over) {
    const whole = entries.filter(({ block }) => block > over.block)
    entries = whole.length > 0 ? whole : entries.slice(0, MOST_ENTRIES)
    cut = whole.length > 0 ? over.block : over.block - 1
  }
  const position = Math.min(below, cut + 1)
  const next = {
    below: position,
    transactions: resume(transactions, position),
    transfers: resume(transfers, position),
  }
  const isOver = next.transactions === 'ended' && next.transfers === 'ended'
  return { entries, next: isOver ? null : next }
}
