import * as fc from 'fast-check'
import { decodeFunctionData, type Hex, parseAbi, parseTransaction } from 'viem'
import { describe, expect, test } from 'vitest'
import { gasPriceOracle, l1FeeCalls, readL1Fee, unsignedBytes } from './contractReads.ts'
import type { ShownTransaction } from './model.ts'

const shown: ShownTransaction = {
  from: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  chainId: 10,
  nonce: 3,
  to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  value: 1n,
  data: '0x',
  gas: 21_000n,
  maxFeePerGas: 2_000_000n,
  maxPriorityFeePerGas: 1_000_000n,
  accessList: [],
}
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
const hex = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`
const abi = parseAbi(['function getL1Fee(bytes)', 'function getOperatorFee(uint256)'])

describe('what is asked of the oracle', () => {
  test('is two calls of the predeploy', () => {
    const calls = l1FeeCalls(shown)
    expect(calls.map(({ method }) => method)).toEqual(['eth_call', 'eth_call'])
    expect(calls.map(({ params: [{ to }] }) => to)).toEqual([gasPriceOracle, gasPriceOracle])
    const [storing, operator] = calls.map(({ params: [{ data }] }) => decodeFunctionData({ abi, data }))
    expect(storing).toEqual({ functionName: 'getL1Fee', args: [unsignedBytes(shown)] })
    expect(operator).toEqual({ functionName: 'getOperatorFee', args: [21_000n] })
    // The selector as the OP-Stack contracts publish it.
    expect(calls[0].params[0].data.slice(0, 10)).toBe('0x49948e0e')
  })

  test('EIP-1559: the bytes are the type and the nine fields, without a signature', () => {
    // rlp([10, 3, 1000000, 2000000, 21000, to, 1, '', []]), written by hand.
    expect(unsignedBytes(shown)).toBe(
      '0x02e50a03830f4240831e84808252089470997970c51812dc3a010c7d01b50e0d17dc79c80180c0',
    )
  })

  test('the bytes hold every field of what is signed, and nothing else', () => {
    const wei = fc.bigInt({ min: 0n, max: 2n ** 96n })
    const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map(hex)
    const key = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(hex)
    const transaction = fc.record({
      from: fc.constant(shown.from),
      chainId: fc.integer({ min: 1, max: 2 ** 31 }),
      nonce: fc.nat(),
      to: fc.option(address),
      value: wei,
      data: fc.uint8Array({ maxLength: 200 }).map(hex),
      gas: wei,
      maxFeePerGas: wei.map((value) => value + 2n ** 96n),
      maxPriorityFeePerGas: wei,
      accessList: fc.array(fc.record({ address, storageKeys: fc.array(key, { maxLength: 2 }) }), {
        maxLength: 2,
      }),
    })
    fc.assert(
      fc.property(transaction, (wanted) => {
        const read = parseTransaction(unsignedBytes(wanted)) as Partial<ShownTransaction> & { r?: Hex }
        expect(read.r).toBeUndefined()
        expect({
          from: wanted.from,
          chainId: read.chainId,
          nonce: read.nonce ?? 0,
          to: read.to ?? null,
          value: read.value ?? 0n,
          data: read.data ?? '0x',
          gas: read.gas ?? 0n,
          maxFeePerGas: read.maxFeePerGas ?? 0n,
          maxPriorityFeePerGas: read.maxPriorityFeePerGas ?? 0n,
          accessList: read.accessList ?? [],
        }).toEqual(wanted)
      }),
    )
  })
})

describe('what the oracle answers', () => {
  test('is two amounts', () => {
    expect(readL1Fee(shown, [word(5n), word(7n)])).toEqual({ storing: 5n, operator: 7n })
    expect(readL1Fee(shown, [word(0n), word(0n)])).toEqual({ storing: 0n, operator: 0n })
  })

  test('without an operator fee is from before Isthmus', () => {
    expect(readL1Fee(shown, [word(5n), null])).toEqual({ storing: 5n, operator: 0n })
  })

  test.each<[string, unknown, unknown]>([
    ['nothing at all', undefined, undefined],
    ['no L1 fee', undefined, word(1n)],
    ['an L1 fee that was reverted', null, word(1n)],
    ['an operator fee that failed', word(1n), undefined],
    ['an address without code', '0x', '0x'],
    ['a short word', '0x05', word(0n)],
    ['two words', `${word(5n)}${'0'.repeat(64)}`, word(0n)],
    ['a number', 5, word(0n)],
    ['another ether', word(10n ** 18n), word(0n)],
    ['all that there is', word(2n ** 256n - 1n), word(0n)],
    ['an operator fee of an ether', word(1n), word(10n ** 18n)],
  ])('%s is no fee', (_, storing, operator) => {
    expect(readL1Fee(shown, [storing, operator])).toBeUndefined()
  })

  test('may grow with the transaction', () => {
    const long = { ...shown, data: `0x${'ab'.repeat(10_000)}` as Hex, gas: 1_000_000n }
    const fee = 10n ** 18n
    expect(readL1Fee(long, [word(fee), word(fee)])).toEqual({ storing: fee, operator: fee })
  })

  test('is read without throwing, whatever it is', () => {
    fc.assert(
      fc.property(fc.array(fc.anything(), { maxLength: 3 }), (answers) => {
        const fee = readL1Fee(shown, answers)
        if (fee) expect(fee.storing < 10n ** 17n && fee.operator < 10n ** 17n).toBe(true)
      }),
    )
  })
})
