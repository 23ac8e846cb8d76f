import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../testing/database.ts'
import type { OpenDatabase } from './Database.ts'
import { isUniqueViolation } from './databaseErrors.ts'
import { counters } from './schema.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const reasonOf = (statement: PromiseLike<unknown>) =>
  Promise.resolve(statement).then(
    () => undefined,
    (reason: unknown) => reason,
  )

test('a value that is there already is told from what else fails, in the words of either database', async () => {
  const { db } = database
  const twice = { key: 'a', count: 1, resetsAt: 1 }
  await db.insert(counters).values(twice)
  expect(isUniqueViolation(await reasonOf(db.insert(counters).values(twice)))).toBe(true)
  const inTransaction = db.transaction((transaction) => transaction.insert(counters).values(twice))
  expect(isUniqueViolation(await reasonOf(inTransaction))).toBe(true)

  const missing = await reasonOf(db.execute(sql`select 1 from no_such_table`))
  expect(missing).toBeInstanceOf(Error)
  expect(isUniqueViolation(missing)).toBe(false)
  expect(isUniqueViolation({ code: '23505' })).toBe(false)
})
