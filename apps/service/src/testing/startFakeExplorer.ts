import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Written by hand in the public form of Blockscout's API v2 (https://docs.blockscout.com). */
export const recorded = JSON.parse(
  readFileSync(new URL('../upstreams/explorers/explorerAnswers.json', import.meta.url), 'utf8'),
)
export const NOTHING = { items: [], next_page_params: null }

export const hashOf = (index: number) => `0x${index.toString(16).padStart(64, '0')}`
/** The first transaction that was recorded, in another block. */
export const entryOf = (index: number, change: object = {}) => ({
  ...recorded.transactions.items[0],
  hash: hashOf(index),
  block_number: index,
  ...change,
})

/** Lists of fifty a page, as explorers page them: by the block that was told last. */
export const paged = (entries: readonly { block_number: number }[]) => (address: URL) => {
  const below = Number(address.searchParams.get('block_number') ?? Number.MAX_SAFE_INTEGER)
  const rest = entries.filter(({ block_number }) => block_number < below)
  const items = rest.slice(0, 50)
  const last = items.at(-1)
  return {
    items,
    next_page_params:
      rest.length > 50 && last ? { block_number: last.block_number, index: 0, items_count: 50 } : null,
  }
}

export type FakeExplorer = {
  url: string
  /** What it answers. */
  lists: { transactions: (url: URL) => unknown; transfers: (url: URL) => unknown }
  /** Paths that were asked for. */
  asked: string[]
  /** Answers in place of the lists. */
  refuse: ((response: ServerResponse) => void) | null
  stop(): Promise<unknown>
}

/** An explorer on this machine whose answers the test makes; at first what was recorded. */
export async function startFakeExplorer(): Promise<FakeExplorer> {
  function answer({ url = '' }: IncomingMessage, response: ServerResponse): void {
    const address = new URL(url, 'http://explorer')
    fake.asked.push(url)
    if (fake.refuse) {
      fake.refuse(response)
      return
    }
    const { transactions, transfers } = fake.lists
    const list = address.pathname.endsWith('/transactions') ? transactions : transfers
    response.end(JSON.stringify(list(address)))
  }
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const fake: FakeExplorer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lists: { transactions: () => recorded.transactions, transfers: () => recorded.transfers },
    asked: [],
    refuse: null,
    stop() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
  return fake
}
