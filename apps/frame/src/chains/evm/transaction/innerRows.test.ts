import { decodeCall } from '@latchkey/chain-evm/decode'
import { concat, encodeFunctionData, encodePacked, type Hex, parseAbi, size } from 'viem'
import { expect, test } from 'vitest'
import { testAddress, testConfig } from '../../../testing/fakeFrame.ts'
import { approveData, friend, spender, token, transferData } from '../../../workbench/sampleRequests.ts'
import { innerRows } from './callRows.ts'

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
