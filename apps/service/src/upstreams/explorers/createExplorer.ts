import { startDeadline } from '@latchkey/std/deadline'
import type * as z from 'zod'
import { boundedFetch, UnreadableAnswerError } from '../boundedFetch.ts'
import { createGate } from '../createGate.ts'
import {
  blockOfEntry,
  listAnswer,
  type PastTransaction,
  type PastTransfer,
  type Place,
  pastTransaction,
  pastTransfer,
} from './explorerSchema.ts'

/** Fifty transactions with what they were called with. */
const MOST_BYTES = 8 * 1_048_576

/**
 * `next` null: that was the last page. `oldest`: the block of its last entry, in whatever form that one is; null where it
 * tells none.
 */
export type Page<Entry> = { entries: Entry[]; oldest: number | null; next: Place | null }

/** What somebody else has indexed of a network, newest first. */
export type Explorer = {
  /** Where it is, without what may be a key: a place in one explorer's list is none in another's. */
  host: string
  /** Those that the account sent or was sent; those in which tokens alone moved are not among them. */
  transactions(account: string, from: Place | null, signal: AbortSignal): Promise<Page<PastTransaction>>
  transfers(account: string, from: Place | null, signal: AbortSignal): Promise<Page<PastTransfer>>
}

export type ExplorerOptions = {
  /** Without `/api/v2`; what its query holds, such as a key, goes with every request. */
  url: string
  /** Of one request, ms. */
  timeout: number
}

/** The address of a list. What the explorer said of the next page decides neither the host, the path nor the key. */
export function addressOf(base: string, list: string, account: string, from: Place | null): URL {
  const url = new URL(base)
  const own = [...url.searchParams]
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/api/v2/addresses/${account}/${list}`
  url.search = ''
  for (const [name, value] of Object.entries(from ?? {})) url.searchParams.set(name, String(value ?? ''))
  for (const [name, value] of own) url.searchParams.set(name, value)
  return url
}

/**
 * An explorer with the API v2 of Blockscout. What it says is bounded and read strictly: an entry in another form is left
 * out, and a list in another form is an error.
 */
export function createExplorer({ url, timeout }: ExplorerOptions): Explorer {
  const gate = createGate({ atOnce: 8, waiting: 64, patience: 3_000 })

  async function read(address: URL, signal: AbortSignal): Promise<z.output<typeof listAnswer>> {
    const limit = startDeadline(timeout, signal)
    try {
      const init = { headers: { accept: 'application/json' }, signal: limit.signal }
      const response = await boundedFetch(address, init, MOST_BYTES)
      // So it answers for an account that it has never seen.
      if (response.status === 404) return { items: [], next_page_params: null }
      if (!response.ok) throw new UnreadableAnswerError(`status ${response.status}`)
      const answer = listAnswer.safeParse(await response.json().catch(() => undefined))
      if (!answer.success) throw new UnreadableAnswerError('The answer has another form.')
      return answer.data
    } finally {
      limit.clear()
    }
  }

  async function list<Schema extends z.ZodType>(name: string, schema: Schema, asked: Asked) {
    const { account, from, signal } = asked
    const address = addressOf(url, name, account, from)
    const answer = await gate.run(signal, () => read(address, signal))
    const entries = answer.items.flatMap((item): z.output<Schema>[] => {
      const entry = schema.safeParse(item)
      return entry.success ? [entry.data] : []
    })
    return { entries, oldest: blockOfEntry(answer.items.at(-1)), next: answer.next_page_params }
  }

  return {
    host: new URL(url).host,
    transactions: (account, from, signal) => list('transactions', pastTransaction, { account, from, signal }),
    transfers: (account, from, signal) => list('token-transfers', pastTransfer, { account, from, signal }),
  }
}

type Asked = { account: string; from: Place | null; signal: AbortSignal }
