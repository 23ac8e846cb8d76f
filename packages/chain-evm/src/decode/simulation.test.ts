import * as fc from 'fast-check'
import { encodeAbiParameters, encodeErrorResult, pad, parseAbi, toEventSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Simulation, TriedCall } from './model.ts'
import {
  nextBlocks,
  readSimulation,
  revertReasonOf,
  simulationParams,
  worseSimulation,
} from './simulation.ts'

const me = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const transfer = toEventSelector('Transfer(address,address,uint256)')
const amount = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])
const log = (address: string, from: string, to: string, value: bigint) => ({
  address,
  topics: [transfer, pad(from as `0x${string}`), pad(to as `0x${string}`)],
  data: amount(value),
})
const answer = (call: object) => [{ calls: [{ status: '0x1', gasUsed: '0x5208', logs: [], ...call }] }]

describe('eth_simulateV1', () => {
  test('adds up what comes and goes', () => {
    const logs = [
      log('0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', me, other, 5n),
      log(token, other, me, 9n),
      log(token, me, other, 2n),
      log(token, other, token, 100n),
      { ...log(token, me, other, 0n), topics: [transfer, pad(me), pad(other), amount(7n)], data: '0x' },
    ]
    expect(readSimulation(answer({ logs }), me)?.together).toEqual({
      status: 'success',
      gasUsed: 21_000n,
      revertReason: null,
      permissions: [],
      changes: [
        { asset: null, amount: -5n },
        { asset: token, amount: 7n },
        { asset: token, amount: -1n, tokenId: 7n },
      ],
    })
  })

  test('ERC-1155', () => {
    const single = toEventSelector('TransferSingle(address,address,address,uint256,uint256)')
    const logs = [
      {
        address: token,
        topics: [single, pad(other), pad(other), pad(me)],
        data: encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [3n, 4n]),
      },
    ]
    expect(readSimulation(answer({ logs }), me)?.together.changes).toEqual([
      { asset: token, amount: 4n, tokenId: 3n },
    ])
  })

  test('says why it reverted', () => {
    const data = encodeErrorResult({ abi: parseAbi(['error Error(string)']), args: ['no more'] })
    const reverted = readSimulation(answer({ status: '0x0', returnData: data }), me)?.together
    expect(reverted).toMatchObject({ status: 'reverted', revertReason: 'no more', changes: [] })
    expect(revertReasonOf('0x1234')).toBeNull()
    expect(
      revertReasonOf(encodeErrorResult({ abi: parseAbi(['error Panic(uint256)']), args: [0x11n] })),
    ).toBe('Panic(0x11)')
  })

  test.each([undefined, null, [], [{}], [{ calls: [] }], [{ calls: [{ status: 1 }] }], 'x', [null]])(
    'nothing is known from %j',
    (result) => expect(readSimulation(result, me)).toBeUndefined(),
  )

  test('logs that cannot be read say nothing', () => {
    const logs = [
      null,
      {},
      { address: token, topics: 'x' },
      { address: token, topics: [transfer], data: '0x1' },
    ]
    expect(readSimulation(answer({ logs }), me)?.together.changes).toEqual([])
  })

  test('several calls: each by itself, and all of them together, whatever block they are in', () => {
    const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
    const call = (amount: bigint, status = '0x1') => ({
      status,
      gasUsed: '0x1',
      logs: [log(native, me, other, amount)],
    })
    const tried = readSimulation([{ calls: [call(1n)] }, { calls: [call(2n), call(3n)] }], me)
    expect(tried?.each.map(({ changes }) => changes[0]?.amount)).toEqual([-1n, -2n, -3n])
    expect(tried?.together).toMatchObject({ status: 'success', gasUsed: 3n, changes: [{ amount: -6n }] })
    const failed = readSimulation([{ calls: [call(1n), call(2n, '0x0')] }], me)
    expect(failed?.together).toMatchObject({ status: 'reverted', changes: [] })
    expect(failed?.each.map(({ status }) => status)).toEqual(['success', 'reverted'])
    expect(readSimulation([{ calls: [call(1n)] }, {}], me)).toBeUndefined()
  })
})

const random = `0x${'5c'.repeat(32)}` as const
const latest = {
  number: '0x10',
  timestamp: '0x64',
  miner: other,
  baseFeePerGas: '0x3b9aca00',
}
const wanted: TriedCall = {
  from: me,
  to: null,
  value: 0n,
  data: '0x60',
  gas: 100_000n,
  maxFeePerGas: 10n ** 12n,
  maxPriorityFeePerGas: 1n,
}

describe('the blocks in which a call is tried', () => {
  test('are as the next one will be, and another in everything that a contract can see', () => {
    const [first, second] = nextBlocks(latest, random)
    expect(first).toEqual({
      number: 17n,
      time: 112n,
      feeRecipient: other,
      prevRandao: random,
      baseFeePerGas: 1_000_000_000n,
    })
    expect(second).toMatchObject({ number: 18n, time: 125n, baseFeePerGas: 1_125_000_000n })
    const bits = (hex: string) => BigInt(hex)
    expect(bits(first.prevRandao) ^ bits(second.prevRandao)).toBe(2n ** 256n - 1n)
    expect(bits(first.feeRecipient) ^ bits(second.feeRecipient)).toBe(2n ** 160n - 1n)
  })

  test('leave to the node what the network did not tell, and the number where contracts see another network’s', () => {
    const [first] = nextBlocks(null, random)
    expect(first).toMatchObject({ number: undefined, time: undefined, baseFeePerGas: undefined })
    expect(nextBlocks({ ...latest, l1BlockNumber: '0x1' }, random)[1].number).toBeUndefined()
    const params = simulationParams([{ calls: [wanted] }], first, true) as [{ blockStateCalls: object[] }]
    expect(params[0].blockStateCalls[0]).toMatchObject({
      blockOverrides: { prevRandao: random, feeRecipient: `0x${'5c'.repeat(20)}` },
    })
    expect(JSON.stringify(params)).not.toMatch(/number|time"/)
    fc.assert(fc.property(fc.anything(), (block) => void nextBlocks(block, random)))
  })

  test('have the fees and the gas that are paid, and ask for transfers of the native currency too', () => {
    const [around] = nextBlocks(latest, random)
    const cheap = { ...wanted, maxFeePerGas: 5n }
    expect(simulationParams([{ calls: [wanted] }, { calls: [cheap] }], around, true)).toEqual([
      {
        blockStateCalls: [wanted, cheap].map(({ maxFeePerGas = 0n }, index) => ({
          blockOverrides: {
            number: `0x${(17 + index).toString(16)}`,
            time: `0x${(112 + 2 * index).toString(16)}`,
            feeRecipient: other,
            prevRandao: random,
            // Whoever pays less waits for it.
            baseFeePerGas: '0x5',
          },
          calls: [
            {
              from: me,
              value: '0x0',
              input: '0x60',
              gas: '0x186a0',
              maxFeePerGas: `0x${maxFeePerGas.toString(16)}`,
              maxPriorityFeePerGas: '0x1',
            },
          ],
        })),
        traceTransfers: true,
        validation: true,
      },
      'latest',
    ])
  })
})

describe('what two trials come to', () => {
  const outcome = (change: Partial<Simulation>): Simulation => ({
    status: 'success',
    gasUsed: 1n,
    changes: [],
    permissions: [],
    revertReason: null,
    ...change,
  })
  const moved = (amount: bigint) => outcome({ changes: [{ asset: null, amount }] })
  const amounts = ({ changes }: Simulation) => changes.map(({ amount }) => amount)

  test.each([
    ['a gain in one of them', moved(5n), moved(-5n), [-5n], true],
    ['a gain that one does not have', moved(5n), outcome({}), [], true],
    ['a loss that one does not have', moved(-5n), outcome({}), [-5n], true],
    ['a little interest', moved(100_000n), moved(100_400n), [100_000n], undefined],
    ['more than that', moved(100_000n), moved(101_000n), [100_000n], true],
    ['the same', moved(-5n), moved(-5n), [-5n], undefined],
    ['one that fails', moved(5n), outcome({ status: 'reverted' }), [], true],
    ['one that fails where the other does nothing', outcome({}), outcome({ status: 'reverted' }), [], true],
  ] as const)('%s', (_, a, b, left, differs) => {
    for (const [one, two] of [
      [a, b],
      [b, a],
    ] as const) {
      expect(amounts(worseSimulation(one, two))).toEqual(left)
      expect(worseSimulation(one, two).differs).toBe(differs)
    }
  })

  test('every permission of both', () => {
    const given = { token, spender: other, amount: 5n, unlimited: false, expiresAt: null } as const
    const one = outcome({ permissions: [{ ...given, kind: 'amount' }] })
    const all = outcome({ permissions: [{ ...given, kind: 'all', unlimited: true }] })
    expect(worseSimulation(one, all)).toMatchObject({
      differs: true,
      permissions: [
        { kind: 'amount', amount: 5n },
        { kind: 'all', amount: 5n },
      ],
    })
    expect(worseSimulation(one, one).differs).toBeUndefined()
    const more = outcome({ permissions: [{ ...given, kind: 'amount', amount: 1_000n }] })
    for (const both of [worseSimulation(one, more), worseSimulation(more, one)])
      expect(both).toMatchObject({ differs: true, permissions: [{ amount: 1_000n }] })
  })

  test('never a gain that is not one in both', () => {
    const change = fc.record({ asset: fc.constantFrom(null, token, other), amount: fc.bigInt(-9n, 9n) })
    const any = fc
      .uniqueArray(change, { selector: ({ asset }) => asset })
      .map((changes) => outcome({ changes: changes as Simulation['changes'] }))
    fc.assert(
      fc.property(any, any, (a, b) => {
        for (const { asset, amount } of worseSimulation(a, b).changes)
          for (const tried of [a, b])
            expect(tried.changes.find((one) => one.asset === asset)?.amount ?? 0n).toBeGreaterThanOrEqual(
              amount,
            )
      }),
    )
  })
})
