import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '../db/Database.ts'
import { users, wallets } from '../db/schema.ts'
import { sponsorSpending, sponsorships } from '../db/sponsorSchema.ts'
import { openTestDatabase } from '../testing/database.ts'
import { findOverdue, type Promised, reserve, settle } from './spending.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  const { db } = database
  for (const id of ['a', 'b']) {
    await db.insert(users).values({ id, createdAt: 0 })
    await db.insert(wallets).values({ id, userId: id, status: 'active', accounts: [], createdAt: 0 })
  }
})
afterAll(() => database.close())

const budget = { weiPerDay: '100', operationsPerDay: 6, weiPerAccountDay: '70', operationsPerAccountDay: 4 }
const DAY = 86_400_000

type Held = { wei: bigint; day: number; isOpen: boolean }
/** What the tables should hold, kept by the simplest means. */
class Model {
  readonly held = new Map<string, Held>()
  readonly spent = new Map<string, { wei: bigint; operations: number }>()
  #of(scope: string, day: number) {
    const key = `${scope}@${day}`
    const row = this.spent.get(key) ?? { wei: 0n, operations: 0 }
    this.spent.set(key, row)
    return row
  }
  reserve(wallet: string, nonce: number, wei: bigint, day: number): boolean {
    const key = `${wallet}/${nonce}`
    const before = this.held.get(key)
    const isOpen = before?.isOpen === true && before.day === day
    const most = isOpen && before.wei > wei ? before.wei : wei
    const add = { wei: isOpen ? most - before.wei : wei, operations: isOpen ? 0 : 1 }
    const [all, own] = [this.#of('', day), this.#of(wallet, day)]
    const fits =
      all.wei + add.wei <= 100n &&
      own.wei + add.wei <= 70n &&
      all.operations + add.operations <= 6 &&
      own.operations + add.operations <= 4
    if (!fits) return false
    for (const row of [all, own]) {
      row.wei += add.wei
      row.operations += add.operations
    }
    this.held.set(key, { wei: most, day, isOpen: true })
    return true
  }
  settle(wallet: string, nonce: number, cost: bigint | null): void {
    const held = this.held.get(`${wallet}/${nonce}`)
    if (!held?.isOpen) return
    const spent = cost === null ? 0n : cost < held.wei ? cost : held.wei
    for (const row of [this.#of('', held.day), this.#of(wallet, held.day)]) {
      row.wei -= held.wei - spent
      if (cost === null) row.operations -= 1
    }
    held.isOpen = false
  }
}

const step = fc.record({
  wallet: fc.constantFrom('a', 'b'),
  nonce: fc.integer({ min: 0, max: 4 }),
  wei: fc.bigInt({ min: 1n, max: 80n }),
  cost: fc.option(fc.bigInt({ min: 0n, max: 90n })),
  kind: fc.constantFrom('reserve', 'reserve', 'reserve', 'settle', 'tomorrow'),
})

test('whatever is promised, repeated, settled and at whichever day, the tables say what a model says', async () => {
  const { db } = database
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 24 }), async (steps) => {
      await db.delete(sponsorships)
      await db.delete(sponsorSpending)
      const model = new Model()
      let now = 0
      for (const { wallet, nonce, wei, cost, kind } of steps) {
        if (kind === 'tomorrow') now += DAY
        else if (kind === 'reserve') {
          const promised = {
            projectId: 'p',
            walletId: wallet,
            chainId: 1,
            nonce: BigInt(nonce),
            wei,
            userOpHash: '0x' as const,
            validUntil: now,
          }
          const isGiven = await reserve(db, promised, budget, now).then(
            () => true,
            () => false,
          )
          expect(isGiven).toBe(model.reserve(wallet, nonce, wei, now / DAY))
        } else {
          const rows = await db.select().from(sponsorships)
          const row = rows.find((one) => one.walletId === wallet && one.nonce === String(nonce))
          if (row) await settle(db, row, cost, now)
          model.settle(wallet, nonce, cost)
        }
      }
      const rows = await db.select().from(sponsorSpending)
      for (const { walletId, day, wei, operations } of rows)
        expect({ wei, operations }).toEqual(model.spent.get(`${walletId}@${day}`))
      const total = rows
        .filter(({ walletId }) => walletId === '')
        .every(({ wei }) => wei >= 0n && wei <= 100n)
      expect(total).toBe(true)
    }),
    { numRuns: 40 },
  )
})

test.each<[string, Partial<Promised>]>([
  ['another operation', { userOpHash: '0x02' }],
  ['a longer time', { validUntil: 2_000 }],
])('what is promised anew, for %s, is not ended by what was known of it before', async (_, again) => {
  const { db } = database
  await db.delete(sponsorships)
  await db.delete(sponsorSpending)
  const place = { projectId: 'p', walletId: 'a', chainId: 1, nonce: 0n }
  const promised: Promised = { ...place, wei: 10n, userOpHash: '0x01', validUntil: 1_000 }
  await reserve(db, promised, budget, 0)
  const [before] = await db.select().from(sponsorships)
  if (!before) throw new Error('Nothing was promised.')
  await reserve(db, { ...promised, ...again }, budget, 0)
  for (const spent of [null, 1n]) await settle(db, before, spent, 0)
  const [after] = await db.select().from(sponsorships)
  expect(after).toMatchObject({ wei: 10n, settledAt: null })
  for (const row of await db.select().from(sponsorSpending))
    expect(row).toMatchObject({ wei: 10n, operations: 1 })
})

test('a promise lasts as long as the longest one for its nonce, whichever was made last', async () => {
  const { db } = database
  await db.delete(sponsorships)
  await db.delete(sponsorSpending)
  const place = { projectId: 'p', walletId: 'a', chainId: 1, nonce: 0n }
  for (const validUntil of [2_000, 1_000])
    await reserve(db, { ...place, wei: 10n, userOpHash: '0x01', validUntil }, budget, 0)
  expect(await findOverdue(db, 1, 2_000, 9)).toEqual([])
  expect(await findOverdue(db, 1, 2_001, 9)).toHaveLength(1)
})
