import { safeAccount } from '@latchkey/chain-evm/decode/smartAccount'
import { ChainRefusedError, ChainUnreachableError } from '@latchkey/protocol/frame'
import { pad, toEventSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import type { RpcCall } from '../../../context/ChainRpc.ts'
import { fakeChain, fakeFrame, testAddress } from '../../../testing/fakeFrame.ts'
import { smartChain, smartConfig } from '../../../testing/worldFrame.ts'
import { readReceipt } from '../operation/readOperation.ts'
import { addPending } from '../pending/pendingTransactions.ts'
import { answerCallsStatus } from './answerCalls.ts'
import { addCalls, type CallsRecord, findCalls, updateCalls } from './callsStore.ts'

const smart = safeAccount.addressOf(testAddress)
const { entryPoint } = safeAccount
const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const hash = (digit: string) => `0x${digit.repeat(64)}` as const
const word = (value: bigint | number) => BigInt(value).toString(16).padStart(64, '0')

const event = toEventSelector('UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)')
const before = toEventSelector('BeforeExecution()')
const operationEvent = (of: `0x${string}`, success: boolean) => ({
  address: entryPoint,
  topics: [event, of, pad(smart), pad('0x')],
  data: `0x${word(0)}${word(success ? 1 : 0)}${word(5)}${word(0xdef)}`,
})
const log = (address: string) => ({ address, topics: [hash('5')], data: '0xabcd' })
const begin = { address: entryPoint, topics: [before], data: '0x' }

const receipt = (transactionHash: string, logs: object[] = [], status = '0x1') => ({
  transactionHash,
  blockHash: hash('b'),
  blockNumber: '0xabcd',
  gasUsed: '0x5208',
  status,
  logs,
  from: friend,
})

type Answers = Readonly<Record<string, (params: readonly unknown[]) => unknown>>

/** A frame whose network and bundler answer by method; what is not answered is not there. */
function frameOf(answers: Answers = {}, now = () => 1_000) {
  const chain = fakeChain(({ method, params }: RpcCall) => answers[method]?.(params as unknown[]) ?? null)
  return fakeFrame({ config: smartConfig, chain, now })
}
const operation = { userOpHash: hash('1'), sinceBlock: '0x10' }
const record = (fields: Partial<CallsRecord> = {}): CallsRecord => ({
  id: 'one',
  version: '2.0.0',
  chainId: 31337,
  account: smart,
  createdAt: 1_000,
  touchedAt: 1_000,
  closed: true,
  calls: [{ to: friend, value: '0x0', data: '0x' }],
  operation: null,
  transactions: [],
  ...fields,
})
const status = (frame: ReturnType<typeof frameOf>, id = 'one') =>
  answerCallsStatus(frame, { method: 'wallet_getCallsStatus', params: [id], chain: smartChain })
async function statusOf(fields: Partial<CallsRecord>, answers: Answers, now?: () => number) {
  const frame = frameOf(answers, now)
  addCalls(frame, record(fields))
  return status(frame)
}

test('the receipt of another transaction is none', async () => {
  const frame = frameOf({ eth_getTransactionReceipt: () => receipt(hash('a')) })
  expect(await readReceipt(frame, 31337, hash('a'))).toMatchObject({ transactionHash: hash('a') })
  expect(await readReceipt(frame, 31337, hash('c'))).toBeUndefined()
})

describe('a smart account', () => {
  const claim = (transactionHash = hash('a'), userOpHash: string = operation.userOpHash) => ({
    eth_getUserOperationReceipt: () => ({
      userOpHash,
      entryPoint,
      success: true,
      receipt: { transactionHash },
    }),
  })
  const receipts = (logs: object[], of = hash('a')) => ({
    eth_getTransactionReceipt: ([asked]: readonly unknown[]) => (asked === of ? receipt(of, logs) : null),
  })
  const bundle = (success: boolean) => [
    log('0xfac7000000000000000000000000000000000001'),
    begin,
    log('0x0fe0000000000000000000000000000000000001'),
    operationEvent(hash('2'), true),
    log('0xa922b54716264130634d6ff183747a8ead91a40b'),
    operationEvent(operation.userOpHash, success),
    log('0x0fe0000000000000000000000000000000000002'),
    operationEvent(hash('3'), true),
  ]

  test('R6-13 200: the form of EIP-5792, with the logs of this operation and of no other', async () => {
    const answer = await statusOf({ operation }, { ...claim(), ...receipts(bundle(true)) })
    expect(answer).toEqual({
      version: '2.0.0',
      id: 'one',
      chainId: '0x7a69',
      status: 200,
      atomic: true,
      receipts: [
        {
          logs: [
            { address: '0xa922b54716264130634d6ff183747a8ead91a40b', topics: [hash('5')], data: '0xabcd' },
          ],
          status: '0x1',
          blockHash: hash('b'),
          blockNumber: '0xabcd',
          gasUsed: '0xdef',
          transactionHash: hash('a'),
        },
      ],
    })
  })

  test('500: it ran and failed, whatever the bundler says of it', async () => {
    const answer = await statusOf({ operation }, { ...claim(), ...receipts(bundle(false)) })
    expect(answer).toMatchObject({ status: 500, receipts: [{ status: '0x0' }] })
  })

  test.each<[string, Answers]>([
    ['a receipt of another operation', { ...claim(hash('a'), hash('9')), ...receipts(bundle(true)) }],
    [
      'a transaction that did not run it',
      { ...claim(), ...receipts([begin, operationEvent(hash('2'), true)]) },
    ],
    [
      'an event of another contract',
      { ...claim(), ...receipts([{ ...operationEvent(operation.userOpHash, true), address: friend }]) },
    ],
    ['a transaction that is not there', { ...claim(), ...receipts(bundle(true), hash('c')) }],
    ['a receipt without a form', { eth_getUserOperationReceipt: () => ({ success: true }) }],
  ])('a bundler that shows %s is not believed', async (_, answers) => {
    expect(await statusOf({ operation }, { ...answers, eth_getUserOperationByHash: () => ({}) })).toEqual({
      version: '2.0.0',
      id: 'one',
      chainId: '0x7a69',
      status: 100,
      atomic: true,
    })
  })

  test('a bundler that is gone: the network itself is searched', async () => {
    const gone = () => {
      throw new ChainUnreachableError()
    }
    const silent = { eth_getUserOperationReceipt: gone, eth_getUserOperationByHash: gone }
    const found = {
      eth_getLogs: ([filter]: readonly unknown[]) => {
        expect(filter).toEqual({
          address: entryPoint,
          fromBlock: '0x10',
          topics: [event, operation.userOpHash],
        })
        return [{ transactionHash: hash('a') }]
      },
    }
    expect(await statusOf({ operation }, { ...silent, ...found, ...receipts(bundle(true)) })).toMatchObject({
      status: 200,
    })
    // Nothing found and nobody to ask: it may still come, however long it takes.
    expect(await statusOf({ operation }, silent, () => 80_000_000)).toMatchObject({ status: 100 })
  })

  test.each<[string, Answers]>([
    ['refuses to be searched', {}],
    ['does not show the transaction that it names', { eth_getLogs: () => [{ transactionHash: hash('a') }] }],
  ])('100: a bundler has forgotten it, and the network %s', async (_, answers) => {
    const refused = () => {
      throw new ChainRefusedError({ data: { rpcCode: -32_005, rpcMessage: 'query exceeds the range' } })
    }
    const told = await statusOf({ operation }, { eth_getLogs: refused, ...answers }, () => 80_000_000)
    expect(told).toMatchObject({ status: 100 })
  })

  test('200, long after: a bundler has forgotten it, and the network does not search as far as to the present', async () => {
    const bounded = {
      eth_getLogs: ([filter]: readonly unknown[]) => {
        const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock?: string }
        if (toBlock !== undefined && Number(toBlock) - Number(fromBlock) <= 1_000)
          return [{ transactionHash: hash('a') }]
        throw new ChainRefusedError({ data: { rpcCode: -32_005, rpcMessage: 'query exceeds the range' } })
      },
    }
    const answers = { ...bounded, ...receipts(bundle(true)) }
    expect(await statusOf({ operation }, answers, () => 80_000_000)).toMatchObject({ status: 200 })
  })

  test('400: nobody knows it any more', async () => {
    expect(await statusOf({ operation }, {}, () => 1_000)).toMatchObject({ status: 100 })
    expect(await statusOf({ operation }, {}, () => 300_000)).toMatchObject({ status: 100 })
    expect(await statusOf({ operation }, {}, () => 602_000)).toMatchObject({ status: 400 })
  })

  test.each(['queued', 'not_submitted', 'submitted', 'included'])(
    '100: a bundler says that it is %s, however long it takes',
    async (told) => {
      const answers = { pimlico_getUserOperationStatus: () => ({ status: told, transactionHash: null }) }
      expect(await statusOf({ operation }, answers, () => 80_000_000)).toMatchObject({ status: 100 })
    },
  )

  test.each<[string, number, number]>([
    ['has no word for that', -32_601, 400],
    ['is away when it is asked for it', -32_002, 100],
    ['has too much to do', -32_005, 100],
  ])('a bundler that %s', async (_, rpcCode, code) => {
    const refused = () => {
      throw new ChainRefusedError({ data: { rpcCode, rpcMessage: 'no' } })
    }
    const answers = { pimlico_getUserOperationStatus: refused }
    expect(await statusOf({ operation }, answers, () => 80_000_000)).toMatchObject({ status: code })
  })

  test('the former version has words', async () => {
    const former = { operation, version: '1.0' } as const
    expect(await statusOf(former, {})).toEqual({ status: 'PENDING' })
    expect(await statusOf(former, { ...claim(), ...receipts(bundle(true)) })).toMatchObject({
      status: 'CONFIRMED',
      receipts: [{ status: '0x1' }],
    })
  })
})

describe('a plain account', () => {
  const sent = [
    { hash: hash('a'), nonce: 5 },
    { hash: hash('b'), nonce: 6 },
  ]
  const two = { account: testAddress, calls: [...record().calls, ...record().calls] }
  const late = () => 10_000_000
  /** Receipts by the first digit of the hash: + worked, - failed; others wait if they are known. */
  const network = (receipts: Record<string, string>, known: string[] = [], count = '0x5'): Answers => ({
    eth_getTransactionReceipt: ([asked]) => {
      const outcome = receipts[String(asked)[2] ?? '']
      return outcome ? receipt(String(asked), [], outcome === '+' ? '0x1' : '0x0') : null
    },
    eth_getTransactionByHash: ([asked]) => (known.includes(String(asked)[2] ?? '') ? {} : null),
    eth_getTransactionCount: () => count,
  })

  test.each<[string, number, Partial<CallsRecord>, Answers, (() => number)?]>([
    ['both done', 200, { transactions: sent }, network({ a: '+', b: '+' })],
    ['the second one waits', 100, { transactions: sent }, network({ a: '+' }, ['b'])],
    [
      'the second one is not out yet',
      100,
      { transactions: sent.slice(0, 1), closed: false },
      network({ a: '+' }),
    ],
    ['the first one is on its way', 100, { transactions: sent.slice(0, 1), closed: false }, network({})],
    ['nothing is out yet', 100, { closed: false }, network({})],
    [
      'the first one failed: the second was not sent',
      500,
      { transactions: sent.slice(0, 1) },
      network({ a: '-' }),
    ],
    ['it failed a moment ago', 500, { transactions: sent.slice(0, 1), closed: false }, network({ a: '-' })],
    ['the second one failed', 600, { transactions: sent }, network({ a: '+', b: '-' })],
    ['the second one was never sent', 600, { transactions: sent.slice(0, 1) }, network({ a: '+' })],
    [
      'a reload in between',
      600,
      { transactions: sent.slice(0, 1), closed: false },
      network({ a: '+' }),
      late,
    ],
    ['a reload before the first', 400, { closed: false }, network({}), late],
    [
      'a reload while the first went out',
      400,
      { transactions: sent.slice(0, 1), closed: false },
      network({}),
      late,
    ],
    ['another transaction took its number', 400, { transactions: sent.slice(0, 1) }, network({}, [], '0x6')],
    ['both failed', 500, { transactions: sent }, network({ a: '-', b: '-' })],
  ])('%s: %i', async (_, code, fields, answers, now) => {
    expect(await statusOf({ ...two, ...fields }, answers, now)).toMatchObject({ status: code, atomic: false })
  })

  test('receipts come in the order of the calls, with all of their logs', async () => {
    const answer = (await statusOf({ ...two, transactions: sent }, network({ a: '+', b: '+' }))) as {
      receipts: { transactionHash: string }[]
    }
    expect(answer.receipts.map(({ transactionHash }) => transactionHash)).toEqual([hash('a'), hash('b')])
  })

  test.each([
    ['speedUp', '+', 200],
    ['speedUp', '-', 500],
    ['cancel', '+', 400],
  ] as const)('a transaction that was replaced (%s %s): %i', async (way, outcome, code) => {
    const frame = frameOf(network({ c: outcome }, [], '0x6'))
    addCalls(frame, record({ account: testAddress, transactions: sent.slice(0, 1) }))
    const shown = {
      from: testAddress,
      chainId: 31337,
      nonce: 5,
      to: friend,
      value: 0n,
      data: '0x',
      gas: 21_000n,
      maxFeePerGas: 1n,
      maxPriorityFeePerGas: 1n,
      accessList: [],
    } as const
    addPending(frame, shown, hash('a'), 'asked')
    addPending(frame, shown, hash('c'), way)
    expect(await status(frame)).toMatchObject({ status: code })
  })
})

describe('what is kept', () => {
  const storage = () => {
    const entries = new Map<string, string>()
    return {
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, value: string) => void entries.set(key, value),
    } as unknown as Storage
  }

  test('a reload loses no call', async () => {
    const place = storage()
    const frame = { ...frameOf(), storage: () => place }
    addCalls(frame, record({ operation }))
    updateCalls(frame, record(), () => ({ closed: true }))
    const reloaded = { ...frameOf(), storage: () => place }
    expect(await status(reloaded)).toMatchObject({ id: 'one', status: 100 })
  })

  test('memory does where storage is blocked', () => {
    const frame = frameOf()
    addCalls(frame, record())
    expect(findCalls(frame, 'one', [smart])).toBeDefined()
  })

  test('nothing goes within 24 hours, and old ones go', () => {
    let now = 0
    const frame = frameOf({}, () => now)
    for (let count = 0; count < 150; count++) addCalls(frame, record({ id: `id ${count}`, createdAt: now }))
    expect(findCalls(frame, 'id 0', [smart])).toBeDefined()
    now = 25 * 3_600_000
    addCalls(frame, record({ id: 'next', createdAt: now }))
    expect(findCalls(frame, 'id 0', [smart])).toBeUndefined()
    expect(findCalls(frame, 'id 149', [smart])).toBeDefined()
    now = 9 * 24 * 3_600_000
    addCalls(frame, record({ id: 'last', createdAt: now }))
    expect(findCalls(frame, 'id 149', [smart])).toBeUndefined()
  })
})
