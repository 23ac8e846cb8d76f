import { decodeCall } from '@latchkey/chain-evm/decode'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fakeFrame, testAddress } from '../../../testing/fakeFrame.ts'
import {
  account,
  approveData,
  friend,
  spender,
  token,
  transferData,
} from '../../../workbench/sampleRequests.ts'
import type { KnownParties } from '../model/transaction.ts'
import { knownParties, partiesOfFacts, rememberParties, tokenImitation } from '../parties/knownParties.ts'

type Hex = `0x${string}`
const nobody: KnownParties = { recipients: [], tokens: [] }
const address = (index: number): Hex => `0x${index.toString(16).padStart(40, '0')}`

describe('whom an account dealt with', () => {
  test('is kept of each account by itself, each once, the latest 200', () => {
    const frame = fakeFrame()
    for (let index = 0; index < 250; index++)
      rememberParties(frame, testAddress, { ...nobody, recipients: [address(index), address(index)] })
    const { recipients } = knownParties(frame, testAddress.toLowerCase())
    expect(recipients).toHaveLength(200)
    expect(recipients.at(-1)).toBe(address(249))
    expect(new Set(recipients).size).toBe(200)
    expect(knownParties(frame, friend)).toEqual(nobody)
  })

  test('comes from what was really sent', () => {
    const tokens = new Map([[token.toLowerCase(), { symbol: 'USDC', decimals: 6, collectible: false }]])
    const seen = (to: string, data: string, value = 0n) =>
      partiesOfFacts({ decoded: decodeCall({ to: to as Hex, value, data: data as Hex }), tokens }, account, 1)
    expect(seen(friend, '0x', 1n)).toEqual({ recipients: [friend], tokens: [] })
    expect(seen(token, transferData)).toEqual({
      recipients: [friend],
      tokens: [{ chainId: 1, address: token, symbol: 'USDC' }],
    })
    const nothing = `${transferData.slice(0, 74)}${'0'.repeat(64)}`
    expect(seen(token, nothing)).toEqual(nobody)
    expect(seen(friend, '0x')).toEqual(nobody)
    expect(seen(account, '0x', 1n)).toEqual(nobody)
    expect(seen(token, approveData(5n))).toEqual(nobody)
    const ofOther = `0x23b872dd${spender.slice(2).padStart(64, '0')}${transferData.slice(10)}`
    expect(seen(token, ofOther).recipients).toEqual([])
  })
})

describe('a token that passes itself off as another', () => {
  const known = [{ chainId: 1, address: token, symbol: 'USDC' }]
  const of = (symbol: string, at: string = spender, chainId = 1) =>
    tokenImitation({ address: at, symbol, chainId, native: 'ETH', known })

  test.each<[string, string | null]>([
    ['ETH', 'native'],
    ['eth', 'native'],
    ['ЕTH', 'native'],
    ['ETＨ', 'native'],
    ['USDC', 'known'],
    ['USDС', 'known'],
    ['U5DC', 'known'],
    ['USDC.', 'known'],
    ['$USD C', 'known'],
    ['E-TH', 'native'],
    ['USDC.e', null],
    ['🔥', null],
    ['АAVE', 'letters'],
    ['AAVE', null],
    ['WETH', null],
    ['USD₮0', null],
    ['', null],
  ])('%s: %s', (symbol, kind) => expect(of(symbol)).toBe(kind))

  test('is not the known one itself, nor one of another network', () => {
    expect(of('USDC', token.toLowerCase())).toBeNull()
    expect(of('USDC', spender, 137)).toBeNull()
  })

  test('any symbol at all is read', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (symbol) => void of(symbol)))
  })
})
