import { expect, test } from 'vitest'
import { type Entry, entriesOf, type Findings, settleEntries } from './entriesOf.ts'
import type { Transfer } from './findTransfers.ts'

const TRANSACTIONS = 40
const ACCOUNTS = 50
const GIFTS = 400
const GIVER = `0x${'9'.repeat(40)}`
const addressOf = (number: number) => `0x${String(number).padStart(40, '0')}`
const hashOf = (number: number) => `0x${String(number).padStart(64, '0')}`

/** A block in which one transaction gives collectibles to many accounts, and how often a transfer was looked at. */
function crowdedBlock() {
  let looks = 0
  const transfers = Array.from(
    { length: GIFTS },
    (_, order): Transfer => ({
      get transactionIndex() {
        looks += 1
        return 3
      },
      get from() {
        looks += 1
        return GIVER
      },
      ...{
        order,
        to: addressOf(order % ACCOUNTS),
        kind: 'nft',
        token: GIVER,
        tokenId: String(order),
        amount: 1n,
      },
    }),
  )
  const transactions = Array.from({ length: TRANSACTIONS }, (_, transactionIndex) => ({
    ...{ hash: hashOf(transactionIndex), from: GIVER, to: GIVER, value: 0n, nonce: 0, input: '0x' },
    transactionIndex,
  }))
  const block = { hash: hashOf(1), parentHash: hashOf(2), number: 7, timestamp: 1, transactions, logs: [] }
  const found: Findings = { block, operations: [], transfers, listed: new Set() }
  return { found, looks: () => looks }
}
const accounts = new Set(Array.from({ length: ACCOUNTS }, (_, number) => addressOf(number)))

test('a block full of logs is looked through once, not for each account and transaction', () => {
  const { found, looks } = crowdedBlock()
  const entries = entriesOf(found, accounts, 1)
  expect(new Set(entries.map(({ account }) => account))).toEqual(accounts)
  expect(entries.every(({ position, movements }) => position === 3 && movements.length === 8)).toBe(true)
  expect(entries.every(({ movements }) => movements.every(({ isSpam }) => isSpam))).toBe(true)
  expect(looks()).toBeLessThan(20 * GIFTS)
})

test('a transaction that concerns many accounts is asked about once', async () => {
  const entries: Entry[] = entriesOf(crowdedBlock().found, accounts, 1)
  const asked: string[] = []
  const settled = await settleEntries(entries, async (transaction) => {
    asked.push(transaction)
    return { blockHash: hashOf(1), status: true, contractAddress: null }
  })
  expect(settled).toHaveLength(ACCOUNTS)
  expect(asked).toEqual([hashOf(3)])
})
