import { httpRequest, poll } from '@latchkey/testing/node'
import pg from 'pg'
import type { Stack } from '../stack/startStack.ts'
import type { BenchContext } from './BenchContext.ts'
import { type Row, ratioRow, samplesRow } from './Row.ts'

const ACCOUNT = `0x${'be'.repeat(20)}`
const NEIGHBOURS = 8
const TRANSFERS = 50_000
const FIRST_PAGES = 25
/** One place may ask 600 times a minute, so the pages are asked for from many. */
const ASKED_FROM_ONE_PLACE = 500
/** Pages between two looks at the memory. */
const MEMORY_EVERY = 50
/** A young process takes memory before it gives any back: after so many walks through all pages it has what it needs. */
const WARM_WALKS = 4
/** How much more the service may take during one walk than during the one before. */
const FLAT = 1.1

const numberOf = (index: number) => `0x${index.toString(16).padStart(64, '0')}`

/** Takes everything away again: other rows are measured on what is left. */
async function empty(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`delete from history_accounts where wallet_id = 'bench'`)
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

/** The account and neighbours with as many transfers each, in blocks that the chain has. */
async function fill(url: string, head: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const now = Date.now()
  const insert = (account: string) =>
    client.query(
      `insert into history_transactions
        (chain_id, block, position, account, hash, at, sender, target, nonce, kind, status, movements)
      select 31337, 1 + (i::bigint * ${head} / ${TRANSFERS}), i, $1, '0x' || lpad(to_hex(i), 64, '0'),
        ${now - 86_400_000} + (i::bigint * ${head} / ${TRANSFERS}), $1, '0x${'0b'.repeat(20)}', i, 'transfer', 'confirmed',
        jsonb_build_array(jsonb_build_object('direction', 'out', 'kind', 'native', 'token', null,
          'counterparty', '0x${'0b'.repeat(20)}', 'amount', (i::bigint * 1000000000000)::text))
      from generate_series(0, ${TRANSFERS - 1}) i`,
      [account],
    )
  try {
    // The accounts have no wallets: what is measured asks for none.
    await client.query('set session_replication_role = replica')
    for (let index = 0; index <= NEIGHBOURS; index++) {
      const account = index === 0 ? ACCOUNT : `0x${index.toString(16).padStart(40, '0')}`
      await client.query(`insert into history_accounts values ($1, 'bench')`, [account])
      await insert(account)
    }
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

type Page = { hashes: string[]; next: string | null; ms: number }

/** Asks for pages as the demo's page does, from one place after the other. */
function createReader({ origins }: Stack) {
  let asked = 0
  return async (cursor: string | null): Promise<Page> => {
    const place = `198.18.${Math.floor(asked++ / ASKED_FROM_ONE_PLACE)}.1`
    const query = new URLSearchParams({ chainId: 'eip155:31337', projectId: 'demo', st: 'bench', sv: '1' })
    if (cursor !== null) query.set('cursor', cursor)
    const began = performance.now()
    const { status, body } = await httpRequest(`${origins.api}/v1/account/${ACCOUNT}/history?${query}`, {
      headers: { origin: origins.app, 'x-forwarded-for': place },
    })
    const ms = performance.now() - began
    if (status !== 200) throw new Error(`The history answered ${status}: ${body.slice(0, 200)}`)
    const { data, next } = JSON.parse(body) as { data: { metadata: { hash: string } }[]; next: string | null }
    return { hashes: data.map(({ metadata }) => metadata.hash), next, ms }
  }
}
type Reader = ReturnType<typeof createReader>

/** MB that the service's process takes. */
async function memoryOf({ origins }: Stack): Promise<number> {
  const { body } = await httpRequest(`${origins.api}/metrics`)
  const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(body)?.[1]
  return Number(bytes) / 1_000_000
}

async function send({ chain }: Stack, to: string): Promise<string> {
  const [from] = (await chain.call('eth_accounts')) as string[]
  return (await chain.call('eth_sendTransaction', [{ from, to, value: '0x1' }])) as string
}

/** Waits until the first page begins with that transaction. */
const untilTold = (read: Reader, hash: string) =>
  poll(
    async () => {
      const [newest] = (await read(null)).hashes
      if (newest !== hash) throw new Error(`the newest is ${newest}`)
    },
    { name: 'the new transfer in the history', timeout: 60_000, interval: 500 },
  )

type Walk = { seen: string[]; pages: number; memory: number }

/** Reads all pages. `between` is called before each page with its number. */
async function walk(stack: Stack, read: Reader, between: (page: number) => Promise<unknown>): Promise<Walk> {
  const seen: string[] = []
  let memory = 0
  let pages = 0
  for (let cursor: string | null = null; pages === 0 || cursor !== null; pages++) {
    await between(pages)
    const page: Page = await read(cursor)
    seen.push(...page.hashes)
    cursor = page.next
    if (pages % MEMORY_EVERY === 0) memory = Math.max(memory, await memoryOf(stack))
  }
  return { seen, pages, memory }
}

/** @throws Error where a transfer that stayed was told twice or not at all */
function requireWhole(seen: readonly string[]): void {
  const counts = new Map<string, number>()
  for (const hash of seen) counts.set(hash, (counts.get(hash) ?? 0) + 1)
  const all = Array.from({ length: TRANSFERS }, (_, index) => numberOf(index))
  const lost = all.filter((hash) => !counts.has(hash)).length
  const repeated = all.filter((hash) => (counts.get(hash) ?? 0) > 1).length
  if (lost + repeated > 0) throw new Error(`The pages have lost ${lost} transfers and repeated ${repeated}.`)
}

/** What happens to the chain while somebody leafs: new blocks, then other blocks in their place. */
function disturb(stack: Stack, read: Reader) {
  const { chain } = stack
  let snapshot: unknown
  const steps: Readonly<Record<number, () => Promise<void>>> = {
    100: async () => {
      snapshot = await chain.call('evm_snapshot')
      let last = ''
      for (let index = 0; index < 60; index++) last = await send(stack, ACCOUNT)
      await untilTold(read, last)
    },
    200: async () => {
      await chain.call('evm_revert', [snapshot])
      let last = ''
      // Shorter than what it replaces, and then longer.
      for (let index = 0; index < 2; index++) last = await send(stack, ACCOUNT.replace('be', 'ad'))
      last = await send(stack, ACCOUNT)
      await untilTold(read, last)
    },
  }
  return async (page: number) => steps[page]?.()
}

/** The history of an account with 50 000 transfers: its first page, its pages while the chain moves, and the memory. */
export async function historyRows({ stack, databaseUrl }: BenchContext): Promise<Row[]> {
  // A place is told by a header, and the memory is that of a process that has done nothing else.
  await stack.service.restart({ TRUSTED_PROXIES: '1' })
  try {
    await fill(databaseUrl, Number(await stack.chain.call('eth_blockNumber')))
    const read = createReader(stack)
    for (let round = 0; round < FIRST_PAGES; round++) await read(null)
    const first: number[] = []
    for (let round = 0; round < FIRST_PAGES; round++) first.push((await read(null)).ms)
    let before = 0
    for (let round = 0; round < WARM_WALKS; round++) {
      const { seen, memory } = await walk(stack, read, async () => undefined)
      requireWhole(seen)
      before = memory
    }
    const moved = await walk(stack, read, disturb(stack, read))
    requireWhole(moved.seen)
    const name = `history of ${TRANSFERS.toLocaleString('en')} transfers`
    return [
      samplesRow(`${name}: first page`, first, 'ms', 200),
      {
        name: `${name}: lost or repeated in ${moved.pages.toLocaleString('en')} pages, new blocks and a reorganisation between`,
        ...{ ours: '0', target: '≤ 0', ok: true },
      },
      ratioRow(
        `${name}: memory of the service; floor: when they were read before`,
        { ours: [moved.memory], floor: [before] },
        'MB',
        FLAT,
      ),
    ]
  } finally {
    await empty(databaseUrl)
    await stack.service.restart()
  }
}
