import { expect, test, vi } from 'vitest'
import { fakeChain, fakeFrame, testAddress, testConfig } from '../../../testing/fakeFrame.ts'
import { oneWei } from '../../../testing/oneWei.ts'
import { addPending, pendingOf } from '../pending/pendingTransactions.ts'
import { addCalls, findCalls, newRecord } from './callsStore.ts'
import { sendInTurn } from './sendInTurn.ts'

const chain = testConfig.chains[0] as (typeof testConfig.chains)[number]
const hashOf = (index: number) => `0x${index.toString(16).padStart(64, '0')}`

/** Three calls of which the first is sent. `mine` gives what was sent its receipt. */
async function start() {
  const sent: unknown[] = []
  let isMined = (_hash: unknown) => false
  let status = '0x1'
  const network = fakeChain(({ method, params }) => {
    const [first] = params as unknown[]
    if (method === 'eth_sendRawTransaction') sent.push(first)
    if (method !== 'eth_getTransactionReceipt' || !isMined(first)) return null
    const receipt = { transactionHash: first, blockHash: '0x1', blockNumber: '0x1', gasUsed: '0x1' }
    return { ...receipt, status, logs: [] }
  })
  const frame = fakeFrame({ chain: network })
  const transactions = [5, 6, 7].map((nonce) => oneWei({ nonce }))
  const signed = [5, 6, 7].map((nonce) => ({ raw: `0x0${nonce}`, hash: hashOf(nonce) }))
  const calls = transactions.map(({ to, value, data }) => ({ to, value, data }))
  const accounts = { eoa: testAddress, smart: null, preferred: 'eoa', address: testAddress, chain } as const
  const record = newRecord(frame, {
    ...{ version: '2.0.0', id: '0x1', chain, accounts, from: testAddress, calls, paymaster: null },
  })
  addCalls(frame, record)
  await sendInTurn(frame, record, transactions, signed, { interval: 1 })
  const isOver = () =>
    vi.waitFor(() => expect(findCalls(frame, '0x1', [testAddress])?.closed).toBe(true), 10_000)
  /** All of them, or but those with the same hash. */
  const mine = (but: readonly string[] = [], as = '0x1') => {
    isMined = (hash) => !but.includes(String(hash))
    status = as
  }
  return { frame, sent, mine, isOver }
}

test('each is sent once the one before it has run', async () => {
  const { sent, mine, isOver } = await start()
  expect(sent).toEqual(['0x05'])
  mine()
  await isOver()
  expect(sent).toEqual(['0x05', '0x06', '0x07'])
})

test('a transaction that was approved meanwhile keeps its number, and the calls after it are not sent', async () => {
  const { frame, sent, mine, isOver } = await start()
  addPending(frame, oneWei({ nonce: 6, value: 9n }), hashOf(99))
  mine()
  await isOver()
  expect(sent).toEqual(['0x05'])
  expect(pendingOf(frame, chain.id, testAddress).map(({ hash }) => hash)).toEqual([hashOf(5), hashOf(99)])
})

test('after one that the person has stopped none is sent', async () => {
  const { frame, sent, isOver } = await start()
  addPending(frame, oneWei({ nonce: 5, value: 0n }), hashOf(50), 'cancel')
  await isOver()
  expect(sent).toEqual(['0x05'])
})

test.each([
  ['ran', '0x1', ['0x05', '0x06', '0x07']],
  ['failed', '0x0', ['0x05']],
])('after one that was sped up and %s, it is that one that counts', async (_, status, all) => {
  const { frame, sent, mine, isOver } = await start()
  addPending(frame, oneWei({ nonce: 5 }), hashOf(51), 'speedUp')
  mine([hashOf(5)], status)
  await isOver()
  expect(sent).toEqual(all)
})
