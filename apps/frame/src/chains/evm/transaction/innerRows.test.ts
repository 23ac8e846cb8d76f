import { decodeCall, permit2Address } from '@latchkey/chain-evm/decode'
import { concat, encodeFunctionData, encodePacked, type Hex, parseAbi, size } from 'viem'
import { expect, test } from 'vitest'
import { testAddress, testConfig } from '../../../testing/fakeFrame.ts'
import { approveData, friend, spender, token, transferData } from '../../../workbench/sampleRequests.ts'
import { innerRows, partyFacts } from './callRows.ts'

const chain = testConfig.chains[0] as (typeof testConfig.chains)[number]
const rowsOf = (data: Hex) =>
  innerRows(chain, testAddress, decodeCall({ to: token, value: 0n, data }), new Map())
const multicall = (...data: Hex[]) =>
  encodeFunctionData({ abi: parseAbi(['function multicall(bytes[] data)']), args: [data] })
const unlimited = approveData(2n ** 256n - 1n) as Hex

test('each step has a row, those within steps too', () => {
  const data = multicall(transferData as Hex, multicall(unlimited, '0x12345678'))
  expect(rowsOf(data)).toMatchObject([
    { sentence: { key: 'send.token' }, to: friend, contract: token },
    { sentence: { key: 'approval.sayAll' }, to: spender, contract: token, level: 'danger' },
    { sentence: { key: 'unknown.say' }, to: token, level: 'danger' },
  ])
  expect(rowsOf(data)[0]).not.toHaveProperty('level')
})

test('foreign code that is run is a danger, and what it does stands below it', () => {
  const to = token as Hex
  const packed = concat([
    encodePacked(
      ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
      [1, to, 0n, BigInt(size(unlimited)), unlimited],
    ),
  ])
  const data = encodeFunctionData({ abi: parseAbi(['function multiSend(bytes x)']), args: [packed] })
  expect(rowsOf(data)).toMatchObject([
    { sentence: { key: 'control.say' }, level: 'danger' },
    { sentence: { key: 'approval.sayAll' }, level: 'danger' },
  ])
})

test('a call that carries none has no rows', () => expect(rowsOf(transferData as Hex)).toEqual([]))

test.each([
  [
    'says until when',
    5n,
    1_900_000_000n,
    [{ label: 'row.expires', value: { kind: 'date', seconds: 1_900_000_000n } }],
  ],
  ['of no end says so', 5n, 2n ** 48n - 1n, [{ label: 'row.expires', value: { key: 'value.forever' } }]],
  ['that is taken back has no end', 0n, 1_900_000_000n, []],
  ['for its own block alone has none', 5n, 0n, []],
])('an allowance of Permit2 %s', (_, amount, expiration, expected) => {
  const abi = parseAbi([
    'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  ])
  const data = encodeFunctionData({
    abi,
    args: [token as Hex, spender as Hex, amount, Number(expiration)],
  })
  const facts = partyFacts(decodeCall({ to: permit2Address, value: 0n, data }), { chain, tokens: new Map() })
  expect(facts.filter(({ label }) => label === 'row.expires')).toMatchObject(expected)
})
