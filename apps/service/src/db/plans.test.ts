import * as protocol from '@latchkey/protocol/http'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabaseMailbox } from '../relay/databaseMailbox.ts'
import { addPasskey, openAccountPage, signInWithPasskey } from '../testing/accountPage.ts'
import { createDevice, type SignedIn } from '../testing/createDevice.ts'
import { createTestService, HOST, type TestService } from '../testing/createTestService.ts'
import { createActiveWallet, createReceiver } from '../testing/createVault.ts'
import { createEmptyPostgres, overPostgres } from '../testing/database.ts'
import { openDatabase } from './openDatabase.ts'

const ROWS = 20_000

/** What the planner may read as a whole: the relay measures its mailbox twice a minute, whatever it holds. */
const WHOLE = /^select sum\(octet_length\("relay_messages"/

type Statement = { text: string; parameters: unknown[] }
type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] }

/** What services of many people hold, in every column a value of its type; times lie around now. */
async function fill(client: pg.Client, now: number): Promise<void> {
  const { rows } = await client.query<{
    table: string
    columns: { name: string; type: string; null: boolean }[]
  }>(`
    select c.relname as table, json_agg(json_build_object('name', attname, 'type', format_type(atttypid, null),
      'null', not attnotnull) order by attnum) as columns
    from pg_attribute a join pg_class c on c.oid = attrelid
    where c.relkind = 'r' and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped group by 1`)
  const time = `${now} - 40 * 86400000::bigint + i * 200000::bigint`
  const values = (name: string, type: string, isNullable: boolean) => {
    if (type === 'text' && /_id$|^id$|key|hash|address|origin|jkt/.test(name))
      return `'filled-' || md5(i::text)`
    if (type === 'bigint') return isNullable ? `case when i % 10 = 0 then ${time} end` : time
    if (type === 'integer') return 'i % 1000000'
    if (type === 'boolean') return 'i % 2 = 0'
    return { text: `'filled' || i`, jsonb: `'{}'::jsonb`, numeric: 'i' }[type]
  }
  await client.query(`set session_replication_role = replica`)
  for (const { table, columns } of rows) {
    const names = columns.map(({ name }) => `"${name}"`).join(', ')
    const row = columns.map(({ name, type, null: isNullable }) => values(name, type, isNullable)).join(', ')
    await client.query(`insert into "${table}" (${names}) select ${row} from generate_series(1, ${ROWS}) i`)
  }
  await client.query('analyze')
}

const scans = (plan: Plan): string[] => [
  ...(plan['Node Type'].includes('Seq Scan') ? [plan['Relation Name'] ?? ''] : []),
  ...(plan.Plans ?? []).flatMap(scans),
]

/** A first sign-in with a wallet, what is done every day, and what is done once. */
async function live(service: TestService): Promise<void> {
  const email = 'planned@example.com'
  const [first, second] = [await createDevice(service), await createDevice(service, '198.51.100.99')]
  const page = await openAccountPage(service, email)
  const vault = await createActiveWallet(service, page.device, page.login)
  const passkey = await addPasskey(page)
  service.advance(31_000)
  await first.call(protocol.verifyEmail, { body: { challengeId: 'A'.repeat(22), code: '123456' } })
  const login: SignedIn = await first.signIn(email)
  const token = login.tokens.accessToken
  const [receiver, keys] = [await createReceiver(), await createReceiver()]
  await page.device.must(protocol.releaseShare, {
    token: page.token,
    params: { keysetId: vault.ids.keyset },
    body: { publicKey: receiver.publicKey, purpose: 'sign' },
  })
  await first.call(protocol.recoverWallet, {
    token,
    params: { walletId: vault.ids.wallet },
    body: { publicKey: receiver.publicKey, recoveryKeyPublicKey: keys.publicKey },
  })
  await first.must(protocol.getSession, { token })
  await page.device.must(protocol.getAccount, { token: page.token })
  await page.device.must(protocol.getActivity, { token: page.token })
  await page.device.must(protocol.getActivity, { token: page.token, query: '?before=3' })
  await signInWithPasskey(second, passkey, HOST)
  const { accessToken } = await first.must(protocol.refresh, {
    body: { refreshToken: login.tokens.refreshToken },
  })
  await first.must(protocol.signOut, { token: accessToken })
  await service.deliverMail()
  await service.sweep()
  await service.settle()
  await page.device.must(protocol.deleteAccount, { token: page.token })
}

describe.runIf(overPostgres())('with many rows in every table', () => {
  const statements = new Map<string, Statement>()
  let client: pg.Client
  let drop: () => Promise<void>
  let service: TestService
  beforeAll(async () => {
    const empty = await createEmptyPostgres()
    const database = await openDatabase(
      { url: empty.url },
      { onStatement: (text, parameters) => statements.set(text, { text, parameters }) },
    )
    service = await createTestService({ deps: { database } })
    await live(service)
    const mailbox = createDatabaseMailbox({ ...database, now: service.config.now })
    const message = {
      topic: 'a'.repeat(64),
      hash: 'b'.repeat(64),
      message: 'sealed',
      tag: 1,
      publisher: 'me',
    }
    const times = { publishedAt: service.config.now(), expiresAt: service.config.now() + 60_000 }
    await mailbox.put({ ...message, ...times }, 10)
    await mailbox.pending([message.topic], 'you', { messages: 10, bytes: 1_000 })
    await mailbox.acknowledge(message.topic, [message.hash])
    await mailbox.sweep()
    client = new pg.Client({ connectionString: empty.url })
    await client.connect()
    await fill(client, service.config.now())
    drop = async () => {
      await client.end()
      await service.stop()
      await database.close()
      await empty.drop()
    }
  })
  afterAll(() => drop())

  /** Each table that a statement reads as a whole. */
  async function wholeReads(): Promise<{ found: string[]; explained: number }> {
    const found: string[] = []
    let explained = 0
    for (const { text, parameters } of statements.values()) {
      if (!/^\s*(?:select|insert|update|delete|with)\b/i.test(text) || WHOLE.test(text)) continue
      const { rows } = await client.query(`explain (format json) ${text}`, parameters)
      const plans = (rows[0] as { 'QUERY PLAN': { Plan: Plan }[] })['QUERY PLAN']
      explained++
      for (const { Plan } of plans) for (const table of scans(Plan)) found.push(`${table}: ${text}`)
    }
    return { found, explained }
  }

  test('no statement of the running service reads a whole table', async () => {
    const { found, explained } = await wholeReads()
    expect(found).toEqual([])
    expect(explained).toBeGreaterThan(90)
    // Without an index that it needs, it does.
    await client.query('begin')
    await client.query('drop index keysets_user')
    expect((await wholeReads()).found.some((line) => line.startsWith('keysets:'))).toBe(true)
    await client.query('rollback')
  })

  test('what is deleted along with another row is found by an index', async () => {
    const { rows } = await client.query<{ key: string }>(`
      select conrelid::regclass || '.' || a.attname as key from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where contype = 'f' and not exists (
        select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1] and i.indpred is null)`)
    expect(rows).toEqual([])
  })
})
