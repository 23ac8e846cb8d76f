import { encodeAbiParameters, type Hex, pad, toEventSelector, toHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { permit2Address } from './callAbi.ts'
import type { EventLog } from './model.ts'
import { permissionsOf } from './simulation.ts'

const me = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const approval = toEventSelector('Approval(address,address,uint256)')
const word = (value: bigint) => toHex(value, { size: 32 })
const log = (topics: Hex[], data: Hex, address: string = token): EventLog => ({ address, topics, data })
const approve = (value: bigint, owner: Hex = me) => log([approval, pad(owner), pad(other)], word(value))
const forAll = (approved: boolean) =>
  log(
    [toEventSelector('ApprovalForAll(address,address,bool)'), pad(me), pad(other)],
    word(approved ? 1n : 0n),
  )

describe('permissions in logs', () => {
  test('of tokens', () => {
    expect(permissionsOf([approve(5n)], me)).toEqual([
      {
        token,
        spender: other,
        kind: 'amount',
        amount: 5n,
        unlimited: false,
        expiresAt: null,
      },
    ])
    expect(permissionsOf([approve(2n ** 255n)], me)).toMatchObject([{ unlimited: true }])
  })

  test('of items and of collections', () => {
    const item = log([approval, pad(me), pad(other), word(7n)], '0x')
    expect(permissionsOf([item, forAll(true)], me)).toMatchObject([
      { kind: 'item', amount: 7n },
      { kind: 'all', unlimited: true },
    ])
    const unset = log([approval, pad(me), word(0n), word(7n)], '0x')
    expect(permissionsOf([unset, forAll(false)], me)).toEqual([])
    expect(permissionsOf([item, unset], me)).toEqual([])
  })

  test.each([
    ['Approval(address,address,address,uint160,uint48)', []],
    ['Permit(address,address,address,uint160,uint48,uint48)', [1n]],
  ])('of Permit2: %s', (event, more) => {
    const values = [2n ** 160n - 1n, 1_768_500_000n, ...more]
    const data = encodeAbiParameters(
      values.map(() => ({ type: 'uint256' })),
      values,
    )
    const topics = [toEventSelector(event), pad(me), pad(token), pad(other)] as Hex[]
    expect(permissionsOf([log(topics, data, permit2Address)], me)).toEqual([
      {
        token,
        spender: other,
        kind: 'amount',
        amount: 2n ** 160n - 1n,
        unlimited: true,
        expiresAt: 1_768_500_000n,
      },
    ])
    expect(permissionsOf([log(topics, data, other)], me)).toEqual([])
  })

  test('the last word counts, and nothing that was taken back', () => {
    expect(permissionsOf([approve(5n), approve(9n)], me)).toMatchObject([{ amount: 9n }])
    expect(permissionsOf([approve(5n), approve(0n)], me)).toEqual([])
  })

  test('of others, and what cannot be read, are none', () => {
    const broken = log([approval, pad(me), pad(other)], '0x')
    expect(permissionsOf([approve(5n, other), broken, log([], '0x')], me)).toEqual([])
  })
})
