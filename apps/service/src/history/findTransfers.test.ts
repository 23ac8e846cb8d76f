import fc from 'fast-check'
import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  numberToHex,
  pad,
  parseAbiParameters,
  size,
} from 'viem'
import { expect, test } from 'vitest'
import { ENTRY_POINT } from '../config/chains.ts'
import { accountContracts } from '../userOperations/userOperation.ts'
import { entriesOf, partiesOf } from './entriesOf.ts'
import { callsAbi, TOPICS } from './events.ts'
import { findOperations, findTransfers } from './findTransfers.ts'
import type { Block, ChainLog } from './readBlock.ts'

const SAFE = `0x${'5a'.repeat(20)}` as const
const FRIEND = `0x${'f1'.repeat(20)}` as const
const BUNDLER = `0x${'b0'.repeat(20)}` as const
const HASH = `0x${'ab'.repeat(32)}`

function blockOf(input: Hex, logs: Partial<ChainLog>[], value = 0n): Block {
  return {
    hash: HASH,
    parentHash: HASH,
    number: 7,
    timestamp: 1,
    transactions: [
      {
        hash: HASH,
        from: BUNDLER,
        to: ENTRY_POINT.toLowerCase(),
        value,
        nonce: 0,
        input,
        transactionIndex: 0,
      },
    ],
    logs: logs.map((log, logIndex) => ({
      ...{ address: ENTRY_POINT.toLowerCase(), topics: [], data: '0x', transactionIndex: 0, logIndex },
      ...log,
      blockHash: HASH,
    })),
  }
}
const operated = (nonce: bigint, success: boolean): Partial<ChainLog> => ({
  topics: [TOPICS.operation, HASH, pad(SAFE), pad('0x00')],
  data: encodeAbiParameters(parseAbiParameters('uint256, bool, uint256, uint256'), [nonce, success, 1n, 1n]),
})
const word = numberToHex(0n, { size: 32 })
const handleOps = (nonce: bigint, callData: Hex) =>
  encodeFunctionData({
    abi: callsAbi,
    functionName: 'handleOps',
    args: [
      [
        {
          ...{ sender: SAFE, nonce, initCode: '0x', callData, accountGasLimits: word },
          ...{ preVerificationGas: 0n, gasFees: word, paymasterAndData: '0x', signature: '0x' },
        } as const,
      ],
      BUNDLER,
    ],
  })
const execute = (to: Hex, value: bigint, data: Hex, operation: number) =>
  encodeFunctionData({ abi: callsAbi, functionName: 'executeUserOp', args: [to, value, data, operation] })
function found(block: Block) {
  const transfers = findTransfers(block, findOperations(block))
  return transfers.map(({ from, to, kind, amount }) => [from, to, kind, amount])
}

test('R1-14 what a smart account sends is read from its operation', () => {
  const input = handleOps(3n, execute(FRIEND, 5n, '0x', 0))
  expect(found(blockOf(input, [operated(3n, true)]))).toEqual([[SAFE, FRIEND, 'native', 5n]])
  expect(found(blockOf(input, [operated(3n, false)]))).toEqual([])
  expect(found(blockOf(input, [operated(4n, true)]))).toEqual([])
  expect(found(blockOf(input, []))).toEqual([])
})

test('a batch of a smart account is taken apart', () => {
  const one = (to: Hex, value: bigint, data: Hex) =>
    concatHex(['0x00', to, numberToHex(value, { size: 32 }), numberToHex(size(data), { size: 32 }), data])
  const foreign: Hex = `0x01${one(FRIEND, 9n, '0x').slice(4)}`
  const packed = concatHex([
    ...[one(FRIEND, 5n, '0x'), one(BUNDLER, 0n, '0x12345678'), foreign, one(FRIEND, 7n, '0x')],
  ])
  const batch = encodeFunctionData({ abi: callsAbi, functionName: 'multiSend', args: [packed] })
  const input = handleOps(3n, execute(accountContracts.MultiSend, 0n, batch, 1))
  expect(found(blockOf(input, [operated(3n, true)]))).toEqual([
    [SAFE, FRIEND, 'native', 5n],
    [SAFE, FRIEND, 'native', 7n],
  ])
  const elsewhere = handleOps(3n, execute(FRIEND, 0n, batch, 1))
  expect(found(blockOf(elsewhere, [operated(3n, true)]))).toEqual([])
})

test('an operation that another contract tells of is none', () => {
  const input = handleOps(3n, execute(FRIEND, 5n, '0x', 0))
  expect(found(blockOf(input, [{ ...operated(3n, true), address: FRIEND }]))).toEqual([])
})

test('what a contract says that it was given is told to itself alone', () => {
  const data = encodeAbiParameters(parseAbiParameters('uint256'), [5n])
  const block = blockOf('0x', [{ address: FRIEND, topics: [TOPICS.received, pad(SAFE)], data }])
  const transfers = findTransfers(block, [])
  expect(partiesOf(block, [], transfers)).toEqual(new Set([BUNDLER, FRIEND]))
  const followed = new Set([SAFE, FRIEND])
  const entries = entriesOf({ block, operations: [], transfers, listed: new Set() }, followed, 1)
  expect(entries).toMatchObject([
    { account: FRIEND, movements: [{ direction: 'in', counterparty: SAFE, amount: '5' }] },
  ])
})

test('what an account says that it gave is told to others only where it is one of the service', () => {
  const block = blockOf(handleOps(3n, execute(FRIEND, 5n, '0x', 0)), [operated(3n, true)])
  const transfers = findTransfers(block, findOperations(block))
  const told = (...followed: string[]) => {
    const found = { block, operations: findOperations(block), transfers, listed: new Set<string>() }
    return entriesOf(found, new Set(followed), 1).map(({ account, movements }) => [account, movements.length])
  }
  // Any contract can take such an operation and do nothing.
  expect(told(FRIEND)).toEqual([])
  expect(told(SAFE, FRIEND)).toEqual([
    [SAFE, 1],
    [FRIEND, 1],
  ])
})

test('what a Safe was given is told once', () => {
  const data = encodeAbiParameters(parseAbiParameters('uint256'), [5n])
  const received = { address: FRIEND, topics: [TOPICS.received, pad(SAFE)], data }
  const block = blockOf(handleOps(3n, execute(FRIEND, 5n, '0x', 0)), [received, operated(3n, true)])
  const transfers = findTransfers(block, findOperations(block))
  for (const followed of [[FRIEND], [SAFE, FRIEND]]) {
    const found = { block, operations: findOperations(block), transfers, listed: new Set<string>() }
    const entries = entriesOf(found, new Set(followed), 1).filter(({ account }) => account === FRIEND)
    expect(entries).toMatchObject([{ movements: [{ direction: 'in', counterparty: SAFE, amount: '5' }] }])
  }
})

test('whatever anybody writes into a block is read without harm', () => {
  const hex = fc.uint8Array({ maxLength: 200 }).map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)
  const topic = fc.constantFrom<Hex>(...Object.values(TOPICS), HASH as Hex)
  const log = fc.record({ topics: fc.array(topic, { maxLength: 4 }), data: hex })
  fc.assert(
    fc.property(hex, hex, fc.array(log, { maxLength: 5 }), (input, callData, logs) => {
      for (const data of [input, handleOps(0n, callData)]) {
        const block = blockOf(data, [...logs, operated(0n, true)])
        for (const [from, to] of found(block)) expect([from, to].join()).toMatch(/^0x.{40},0x.{40}$/)
      }
    }),
  )
})
