import { and, asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { randomId } from '../crypto/bytes.ts'
import { openTestDatabase } from '../testing/database.ts'
import { type AuditEvent, audit, verifyChain } from './audit.ts'
import type { OpenDatabase } from './Database.ts'
import { auditEvents } from './schema.ts'

let database: OpenDatabase
let userId: string
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  userId = randomId()
})

const add = (facts: Record<string, string> = {}, kind: AuditEvent['kind'] = 'signed-in') =>
  audit(database.db, { at: 1_900_000_000_000, userId, kind, facts })
const check = () => verifyChain(database.db, userId)
const rows = () =>
  database.db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.userId, userId))
    .orderBy(asc(auditEvents.sequence))
const place = (sequence: number) => and(eq(auditEvents.userId, userId), eq(auditEvents.sequence, sequence))

test('events form a chain without gaps', async () => {
  expect(await check()).toEqual({ length: 0, hash: null })
  for (const method of ['email', 'passkey', 'google']) await add({ method, site: 'https://shop.example' })
  const stored = await rows()
  expect(stored.map(({ sequence }) => sequence)).toEqual([0, 1, 2])
  expect(await check()).toEqual({ length: 3, hash: stored.at(-1)?.hash })
})

test('any facts hash the same here and in the database', async () => {
  const facts = fc.dictionary(
    fc
      .string({ unit: 'grapheme', maxLength: 12 })
      .filter((text) => !text.includes('\0') && text !== '__proto__'),
    fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => !text.includes('\0')),
    { maxKeys: 5 },
  )
  await fc.assert(
    fc.asyncProperty(facts, async (some) => {
      await add(some)
      expect(await check()).not.toBeNull()
    }),
    { numRuns: 40 },
  )
})

test.each([
  ['another time', (at: number) => database.db.update(auditEvents).set({ at: 1 }).where(place(at))],
  [
    'another kind',
    (at: number) => database.db.update(auditEvents).set({ kind: 'signed-out' }).where(place(at)),
  ],
  [
    'other facts',
    (at: number) =>
      database.db
        .update(auditEvents)
        .set({ facts: { n: '9' } })
        .where(place(at)),
  ],
  [
    'another hash',
    (at: number) =>
      database.db
        .update(auditEvents)
        .set({ hash: 'A'.repeat(43) })
        .where(place(at)),
  ],
  [
    'a place at the end',
    (at: number) => database.db.update(auditEvents).set({ sequence: 99 }).where(place(at)),
  ],
  ['deletion', (at: number) => database.db.delete(auditEvents).where(place(at))],
])('%s of any entry shows', async (_, change) => {
  for (const at of [0, 1, 2]) {
    userId = randomId()
    for (const n of ['0', '1', '2', '3']) await add({ n })
    expect(await check()).not.toBeNull()
    await change(at)
    expect(await check()).toBeNull()
  }
})

test('two entries that changed places, and the log of another account, show', async () => {
  for (const n of ['0', '1', '2']) await add({ n })
  const stored = await rows()
  const swap = async (from: number, to: number) =>
    database.db.update(auditEvents).set({ sequence: to }).where(place(from))
  await swap(1, 50)
  await swap(2, 1)
  await swap(50, 2)
  expect(await check()).toBeNull()
  const thief = randomId()
  await database.db.update(auditEvents).set({ userId: thief }).where(eq(auditEvents.userId, userId))
  for (const { id, sequence } of stored)
    await database.db
      .update(auditEvents)
      .set({ sequence: 10 + (sequence ?? 0) })
      .where(eq(auditEvents.id, id))
  for (const { id, sequence } of stored)
    await database.db.update(auditEvents).set({ sequence }).where(eq(auditEvents.id, id))
  expect(await verifyChain(database.db, thief)).toBeNull()
  await database.db.update(auditEvents).set({ userId }).where(eq(auditEvents.userId, thief))
  expect(await check()).not.toBeNull()
})

test('entries from before the chain are left alone', async () => {
  const before = { id: randomId(), at: 1, userId, kind: 'signed-in', facts: {} }
  await database.db.insert(auditEvents).values(before)
  await add()
  expect(await check()).toMatchObject({ length: 1 })
})

test('an event of a transaction that is rolled back leaves no gap', async () => {
  await add()
  await database.db
    .transaction(async (transaction) => {
      await audit(transaction, { at: 1, userId, kind: 'signed-in' })
      await audit(transaction, { at: 2, userId, kind: 'device-added' })
      transaction.rollback()
    })
    .catch(() => undefined)
  await add()
  expect(await check()).toMatchObject({ length: 2 })
})

test('fifty transactions at once of one account all find a place', async () => {
  await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      database.db.transaction(async (transaction) => {
        await audit(transaction, { at: index, userId, kind: 'signed-in' })
        await transaction.select().from(auditEvents).limit(1)
        await audit(transaction, { at: index, userId, kind: 'device-added' })
      }),
    ),
  )
  expect(await check()).toMatchObject({ length: 100 })
})
