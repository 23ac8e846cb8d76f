import { encodeFunctionData, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { permit2Abi, permit2Address } from './callAbi.ts'
import { decodeCall } from './calldata.ts'

const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const me = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const decode = (data: Hex, to: Hex = permit2Address, value = 0n) => decodeCall({ to, value, data })
const encode = (functionName: string, args: readonly unknown[]) =>
  encodeFunctionData({ abi: permit2Abi, functionName, args } as never)
const all = 2n ** 160n - 1n
const details = (amount: bigint) => ({ token, amount, expiration: 1_768_500_000, nonce: 0 })
const zero = `0x${'0'.repeat(64)}` as const

describe('Permit2', () => {
  const approve = encode('approve', [token, other, all, 1_768_500_000])

  test('an allowance is one of the token, not of Permit2', () => {
    expect(decode(approve)).toEqual({
      kind: 'approval',
      token,
      spender: other,
      amount: all,
      unlimited: true,
      change: 'set',
      owner: null,
      expiresAt: 1_768_500_000n,
    })
  })

  test('nowhere else, and not with money, is it read as such', () => {
    expect(decode(approve, token)).toMatchObject({ kind: 'unknown' })
    expect(decode(approve, permit2Address, 1n)).toMatchObject({ kind: 'unknown', value: 1n })
  })

  test('permits name their owner', () => {
    const single = { details: details(5n), spender: other, sigDeadline: 1n }
    expect(decode(encode('permit', [me, single, '0x']))).toMatchObject({ owner: me, amount: 5n })
    const batch = { details: [details(5n), details(all)], spender: other, sigDeadline: 1n }
    expect(decode(encode('permit', [me, batch, '0x']))).toMatchObject({
      kind: 'batch',
      calls: [{ amount: 5n, unlimited: false }, { unlimited: true }],
    })
  })

  test('transfers', () => {
    const moved = { kind: 'tokenTransfer', token, from: me, to: other, amount: 5n }
    expect(decode(encode('transferFrom', [me, other, 5n, token]))).toEqual(moved)
    expect(decode(encode('transferFrom', [[{ from: me, to: other, amount: 5n, token }]]))).toEqual(moved)
    const permitted = { token, amount: 9n }
    const target = { to: other, requestedAmount: 5n }
    const one = { permitted, nonce: 1n, deadline: 1n }
    expect(decode(encode('permitTransferFrom', [one, target, me, '0x']))).toEqual(moved)
    const several = { permitted: [permitted, permitted], nonce: 1n, deadline: 1n }
    const witness = [several, [target, target], me, zero, 'x', '0x']
    expect(decode(encode('permitWitnessTransferFrom', witness))).toMatchObject({
      kind: 'batch',
      calls: [moved, moved],
    })
  })
})
