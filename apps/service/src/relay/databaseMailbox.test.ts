import { describeMailbox } from '@latchkey/relay/testing/mailboxContract'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '../db/Database.ts'
import { relayMessages } from '../db/schema.ts'
import { openTestDatabase, overPostgres } from '../testing/database.ts'
import { createDatabaseMailbox } from './databaseMailbox.ts'

let database: OpenDatabase
let time = 1_900_000_000_000
const now = () => time
const create = () => createDatabaseMailbox({ db: database.db, listen: database.listen, now })
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

describeMailbox('the mailbox in the database', async () => ({
  one: create(),
  two: create(),
  now,
  advance: (milliseconds) => {
    time += milliseconds
  },
}))

const messageOf = (topic: string) => ({
  topic,
  hash: 'a'.repeat(64),
  message: 'sealed',
  tag: 1,
  attestation: 'attested',
  publisher: 'dapp',
  publishedAt: time,
  expiresAt: time + 60_000,
})

test('what one process stores the others hear, and itself does not', async () => {
  const [one, two] = [create(), create()]
  const heard: string[] = []
  let hear: (topic: string) => void = () => undefined
  const first = new Promise<string>((resolve) => {
    hear = resolve
  })
  const ends = [
    await one.listen(
      (topic) => heard.push(topic),
      () => undefined,
    ),
    await two.listen(
      (topic) => hear(topic),
      () => undefined,
    ),
  ]
  const topic = 'b'.repeat(64)
  expect(await one.put(messageOf(topic), 10)).toBe('stored')
  expect(await first).toBe(topic)
  expect(await one.put(messageOf(topic), 10)).toBe('repeated')
  for (const end of ends) await end()
  await one.put(messageOf('c'.repeat(64)), 10)
  expect(heard).toEqual([])
})

test('nothing of an acknowledged message stays but its hash', async () => {
  const mailbox = create()
  const topic = 'd'.repeat(64)
  await mailbox.put(messageOf(topic), 10)
  await mailbox.acknowledge(topic, ['a'.repeat(64)])
  const rows = await database.db.select().from(relayMessages).where(sql`topic = ${topic}`)
  expect(rows).toMatchObject([{ message: '', attestation: null, acknowledgedAt: time }])
})

test.runIf(overPostgres())('a connection that is lost is opened again, and the gap is told', async () => {
  const mailbox = create()
  let fill: () => void = () => undefined
  const gap = new Promise<void>((resolve) => {
    fill = resolve
  })
  const heard: string[] = []
  const end = await mailbox.listen((topic) => heard.push(topic), fill)
  await database.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen latchkey_relay' and datname = current_database()`,
  )
  await gap
  await create().put(messageOf('e'.repeat(64)), 10)
  await expect.poll(() => heard).toEqual(['e'.repeat(64)])
  await end()
})

test('all messages together take so much and no more, until some have gone', async () => {
  await database.db.delete(relayMessages)
  const box = createDatabaseMailbox({ db: database.db, listen: database.listen, now, bytes: 3_200 })
  const put = (digit: string) =>
    box.put({ ...messageOf(digit.repeat(64)), message: digit.repeat(800), expiresAt: time + 3_600_000 }, 10)
  expect([await put('1'), await put('2'), await put('3')]).toEqual(['stored', 'stored', 'full'])
  expect(await put('1')).toBe('repeated')
  // Another process sees it too.
  time += 31_000
  expect(await put('3')).toBe('full')
  await box.acknowledge('1'.repeat(64), ['a'.repeat(64)])
  time += 31_000
  expect(await put('3')).toBe('stored')
})

test('what is to lie there for long gives way to what somebody waits for now, and not the other way round', async () => {
  await database.db.delete(relayMessages)
  const box = createDatabaseMailbox({ db: database.db, listen: database.listen, now, bytes: 3_200 })
  const put = (digit: string, lifetime: number) =>
    box.put({ ...messageOf(digit.repeat(64)), message: digit.repeat(800), expiresAt: time + lifetime }, 10)
  const [minutes, day, week] = [300_000, 86_400_000, 604_800_000]
  expect([await put('1', week), await put('2', day)]).toEqual(['stored', 'stored'])
  expect(await put('3', week)).toBe('full')
  expect([await put('4', minutes), await put('5', minutes)]).toEqual(['stored', 'stored'])
  expect(await put('6', minutes)).toBe('full')
  const left = await database.db.select({ topic: relayMessages.topic }).from(relayMessages)
  expect(left.map(({ topic }) => topic[0]).sort()).toEqual(['4', '5'])
})
