import { encodeAbiParameters, encodeErrorResult, pad, parseAbi, toEventSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { readSimulation, revertReasonOf, simulationParams } from './simulation.ts'

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
    expect(readSimulation(answer({ logs }), me)).toEqual({
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
    expect(readSimulation(answer({ logs }), me)?.changes).toEqual([{ asset: token, amount: 4n, tokenId: 3n }])
  })

  test('says why it reverted', () => {
    const data = encodeErrorResult({ abi: parseAbi(['error Error(string)']), args: ['no more'] })
    const reverted = readSimulation(answer({ status: '0x0', returnData: data }), me)
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
    expect(readSimulation(answer({ logs }), me)?.changes).toEqual([])
  })

  test('asks for transfers of the native currency too', () => {
    const wanted = { from: me, to: null, value: 0n, data: '0x60', accessList: [] } as const
    const unset = {
      gas: undefined,
      nonce: undefined,
      maxFeePerGas: undefined,
      maxPriorityFeePerGas: undefined,
    }
    expect(simulationParams({ ...wanted, ...unset })).toEqual([
      {
        blockStateCalls: [{ calls: [{ from: me, value: '0x0', input: '0x60' }] }],
        traceTransfers: true,
        validation: false,
      },
      'latest',
    ])
  })
})
