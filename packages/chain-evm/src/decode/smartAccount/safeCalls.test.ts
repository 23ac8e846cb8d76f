import fc from 'fast-check'
import { concatHex, encodeFunctionData, encodePacked, type Hex, parseAbi, size, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { anyCall } from '../../testing/arbitraryOperation.ts'
import { decodeSafeCalls, encodeSafeCalls } from './safeAccount.ts'
import { safeContracts } from './safeContracts.ts'

const target = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const abi = parseAbi([
  'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
  'function executeUserOpWithErrorString(address to, uint256 value, bytes data, uint8 operation)',
  'function multiSend(bytes transactions)',
  'function execTransactionFromModule(address to, uint256 value, bytes data, uint8 operation)',
])
type Execution = readonly [`0x${string}`, bigint, Hex, number]
const execute = (args: Execution) =>
  encodeFunctionData({ abi, functionName: 'executeUserOpWithErrorString', args })
const packed = (data: Hex, operation = 0) =>
  encodePacked(
    ['uint8', 'address', 'uint256', 'uint256', 'bytes'],
    [operation, target, 1n, BigInt(size(data)), data],
  )
const multiSend = (transactions: Hex) =>
  encodeFunctionData({ abi, functionName: 'multiSend', args: [transactions] })
const batch = (transactions: Hex, operation = 1, value = 0n, to: Hex = safeContracts.multiSend) =>
  execute([to, value, multiSend(transactions), operation])

test('calls come back as they went in', () => {
  fc.assert(
    fc.property(fc.array(anyCall, { minLength: 1, maxLength: 6 }), (calls) => {
      const callData = encodeSafeCalls(calls)
      expect(decodeSafeCalls(callData)).toEqual(calls)
      expect(decodeSafeCalls(`0x${callData.slice(2).toUpperCase()}`)).toEqual(calls)
    }),
  )
})

test('whatever is changed in call data, it is refused or read as what it says', () => {
  const change = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 }))
  fc.assert(
    fc.property(fc.array(anyCall, { minLength: 1, maxLength: 3 }), change, (calls, [place, bits]) => {
      const bytes = Buffer.from(encodeSafeCalls(calls).slice(2), 'hex')
      const at = place % bytes.length
      bytes[at] = (bytes[at] ?? 0) ^ bits
      const changed: Hex = `0x${bytes.toString('hex')}`
      const read = decodeSafeCalls(changed)
      if (read !== null) expect(encodeSafeCalls(read)).toBe(changed)
      expect(read).not.toEqual(calls)
    }),
    { numRuns: 500 },
  )
})

test('MultiSend called as any other contract is one call', () => {
  const callData = batch(concatHex([packed('0x'), packed('0x')]), 0)
  expect(decodeSafeCalls(callData)).toHaveLength(1)
})

test('nothing can be encoded without a call', () => {
  expect(() => encodeSafeCalls([])).toThrow(expect.objectContaining({ code: 7501 }))
})

describe('refuses', () => {
  const two = concatHex([packed('0x'), packed('0x1234')])
  const whole = batch(two)
  test.each<[string, Hex]>([
    ['nothing', '0x'],
    ['a selector alone', whole.slice(0, 10) as Hex],
    [
      'the variant without a reason',
      encodeFunctionData({ abi, functionName: 'executeUserOp', args: [target, 0n, '0x', 0] }),
    ],
    [
      'another function of the account',
      encodeFunctionData({ abi, functionName: 'execTransactionFromModule', args: [target, 0n, '0x', 0] }),
    ],
    ['foreign code in the account’s name', execute([target, 0n, '0x', 1])],
    ['MultiSend’s code elsewhere', batch(two, 1, 0n, target)],
    ['MultiSend’s code at no address', batch(two, 1, 0n, zeroAddress)],
    ['a batch with a value of its own', batch(two, 1, 1n)],
    ['an operation that does not exist', batch(two, 2)],
    ['foreign code within a batch', batch(concatHex([packed('0x'), packed('0x', 1)]))],
    ['an operation within a batch that does not exist', batch(concatHex([packed('0x'), packed('0x', 2)]))],
    ['a batch of one', batch(packed('0x'))],
    ['a batch of none', batch('0x')],
    ['a batch that ends early', batch(two.slice(0, -2) as Hex)],
    ['a batch that ends late', batch(concatHex([two, '0x00']))],
    [
      'a call longer than its batch',
      batch(concatHex([packed('0x'), '0x00', target, `0x${'0'.repeat(64)}`, `0x${'f'.repeat(64)}`])),
    ],
    ['another function of MultiSend', execute([safeContracts.multiSend, 0n, '0x12345678', 1])],
    [
      'bytes behind the batch’s own',
      execute([safeContracts.multiSend, 0n, concatHex([multiSend(two), '0x00']), 1]),
    ],
    ['bytes behind the call', concatHex([encodeSafeCalls([{ to: target, value: 0n, data: '0x' }]), '0x00'])],
    [
      'an address with bits above it',
      `0x${execute([target, 0n, '0x', 0]).slice(2, 10)}01${execute([target, 0n, '0x', 0]).slice(12)}`,
    ],
    ['a batch that lacks its end', whole.slice(0, -64) as Hex],
  ])('%s', (_, callData) => {
    expect(decodeSafeCalls(callData)).toBeNull()
  })
})
