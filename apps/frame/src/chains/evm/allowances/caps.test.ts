import { decodeCall } from '@latchkey/chain-evm/decode'
import * as fc from 'fast-check'
import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { parseDecimal } from '../../../screens/approval/ValueText.tsx'
import {
  account,
  approveAllData,
  approveData,
  batchData,
  spender,
  token,
} from '../../../workbench/sampleRequests.ts'
import { capOfCall, isUnlimitedCap, withCap } from './allowances.ts'

type Hex = `0x${string}`
const abi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function increaseApproval(address spender, uint256 amount)',
  'function decreaseAllowance(address spender, uint256 amount)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
])
const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const max = 2n ** 256n - 1n
const call = (data: string, to: string = token) => ({ to: to as Hex, value: 0n, data: data as Hex })
const onToken = (functionName: 'approve' | 'increaseAllowance' | 'increaseApproval', amount: bigint) =>
  call(encodeFunctionData({ abi, functionName, args: [spender, amount] as never }))
const onPermit2 = (amount: bigint) =>
  call(
    encodeFunctionData({ abi, functionName: 'approve', args: [token, spender, amount, 1_800_000_000] }),
    permit2,
  )

describe('an allowance that may be lowered', () => {
  const kinds = fc.constantFrom(
    (amount: bigint) => onToken('approve', amount),
    (amount: bigint) => onToken('increaseAllowance', amount),
    (amount: bigint) => onToken('increaseApproval', amount),
    (amount: bigint) => onPermit2(amount % 2n ** 160n || 1n),
  )

  test('what was typed is what the call says, and nothing else changes', () => {
    const asked = fc.bigInt({ min: 1n, max })
    const suffix = fc.uint8Array({ maxLength: 40 })
    fc.assert(
      fc.property(kinds, asked, fc.bigInt({ min: 1n, max }), suffix, (make, most, wish, extra) => {
        const made = make(most)
        const original = { ...made, data: `${made.data}${Buffer.from(extra).toString('hex')}` as Hex }
        const before = capOfCall(original)
        if (!before) throw new Error('It is an allowance')
        const amount = (wish % before.amount) + 1n
        const changed = withCap(original, amount)
        if (!changed) throw new Error('It may be lowered')
        const after = decodeCall(changed)
        expect(after).toEqual({ ...before, amount, unlimited: isUnlimitedCap(changed, amount) })
        expect(changed.data.length).toBe(original.data.length)
        expect(withCap(changed, amount)).toEqual(changed)
      }),
    )
  })

  test.each([0n, -1n, 101n, max])('%s cannot be given instead of 100', (amount) => {
    expect(withCap(onToken('approve', 100n), amount)).toBeUndefined()
  })

  test.each<[string, ReturnType<typeof call>]>([
    ['taking back', call(approveData(0n))],
    ['lowering', call(encodeFunctionData({ abi, functionName: 'decreaseAllowance', args: [spender, 5n] }))],
    [
      'the permit of somebody',
      call(
        encodeFunctionData({
          abi,
          functionName: 'permit',
          args: [account, spender, 5n, 1n, 27, `0x${'11'.repeat(32)}`, `0x${'22'.repeat(32)}`],
        }),
      ),
    ],
    ['a collection', call(approveAllData)],
    ['a step within steps', call(batchData)],
    ['Permit2’s call to another contract', { ...onPermit2(5n), to: token }],
    ['one with money', { ...onToken('approve', 5n), value: 1n }],
    ['arguments that are cut off', call(onToken('approve', 5n).data.slice(0, -2))],
    ['a new contract', { to: null, value: 0n, data: '0x095ea7b3' } as never],
  ])('%s is not', (_, one) => {
    expect(capOfCall(one)).toBeUndefined()
    expect(withCap(one, 1n)).toBeUndefined()
  })
})

describe('what a person types', () => {
  test.each<[string, number, bigint | undefined]>([
    ['1', 6, 1_000_000n],
    ['1.5', 6, 1_500_000n],
    ['1,5', 6, 1_500_000n],
    [' 0.000001 ', 6, 1n],
    ['0.0000001', 6, undefined],
    ['1.', 6, undefined],
    ['.5', 6, undefined],
    ['1,000.5', 6, undefined],
    ['1.000.000', 6, undefined],
    ['1e6', 6, undefined],
    ['-1', 6, undefined],
    ['+1', 6, undefined],
    ['0x10', 6, undefined],
    ['١', 6, 1_000_000n],
    ['۱۲٫۵', 6, 12_500_000n],
    ['१२.५', 6, 12_500_000n],
    ['１２．５', 6, 12_500_000n],
    ['۱٬۰۰۰', 6, undefined],
    ['½', 6, undefined],
    ['௧', 6, undefined],
    ['', 6, undefined],
    ['1.5', 0, undefined],
    ['7', 0, 7n],
    ['9'.repeat(78), 18, undefined],
  ])('%j with %i places', (text, decimals, amount) => expect(parseDecimal(text, decimals)).toBe(amount))

  test('what is written exactly is read as it was', () => {
    const places = fc.integer({ min: 0, max: 36 })
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 200n }), places, (amount, decimals) => {
        const digits = amount.toString().padStart(decimals + 1, '0')
        const at = digits.length - decimals
        const text = decimals === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`
        expect(parseDecimal(text, decimals)).toBe(amount)
      }),
    )
  })
})
