import { beforeAll, expect, test } from 'vitest'
import { testAddress, testConfig } from '../../../testing/fakeFrame.ts'
import { callsStatusView, readCallsOf, rowsOfRecord } from './callsStatusView.ts'
import type { CallsRecord } from './callsStore.ts'

const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const base = testConfig.chains[0] as (typeof testConfig.chains)[number]
const mainnet = {
  ...base,
  id: 1,
  caip2: 'eip155:1',
  name: 'Ethereum',
  explorerUrl: 'https://explorer.example/',
}
const hash = `0x${'aa'.repeat(32)}`
const record: CallsRecord = {
  id: 'one',
  version: '2.0.0',
  chainId: 1,
  account: testAddress,
  createdAt: 1_000,
  touchedAt: 1_000,
  closed: true,
  calls: [
    { to: weth, value: '0x5', data: '0xd0e30db0' },
    { to: weth, value: '0x5', data: null },
  ],
  operation: { userOpHash: hash, sinceBlock: '0x1' },
  transactions: [],
}

/** Nobody waits for descriptors longer than three seconds: they are loaded before. */
beforeAll(async () => void (await import('@latchkey/chain-evm/decode/clearSigning')))

test('a call reads as it did when it was approved; one that was too long says so', async () => {
  const calls = await readCallsOf(record)
  expect(calls.map((call) => call?.kind ?? null)).toEqual(['described', null])
  const rows = rowsOfRecord(mainnet, record, calls, new Map())
  expect(rows[0]?.sentence.key).not.toMatch(/^unknown/)
  expect(rows[1]).toMatchObject({ sentence: { key: 'value.callUnread' }, to: weth, value: { amount: 5n } })
})

test('a transaction can be looked up; until there is one, the operation stands there', () => {
  const under = callsStatusView(mainnet, record, [], { status: 100, receipts: [] }, false)
  expect(under).toMatchObject({ sentence: 'status.underWay', links: [] })
  expect(under.facts.map(({ label }) => label)).toContain('row.operation')
  const receipt = {
    transactionHash: hash,
    blockHash: hash,
    blockNumber: '0x1',
    gasUsed: '0x1',
    status: '0x1',
    logs: [],
  }
  const done = callsStatusView(mainnet, record, [], { status: 200, receipts: [receipt, receipt] }, false)
  expect(done.links).toEqual([`https://explorer.example/tx/${hash}`])
  expect(done.facts.filter(({ label }) => label === 'row.transaction')).toHaveLength(1)
})
