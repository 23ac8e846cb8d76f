import { describe, expect, test } from 'vitest'
import { solanaViews } from '../../../workbench/solanaStates.ts'
import { allowanceOf } from './stepRows.ts'

const viewOf = (name: string) => {
  const view = solanaViews[`solana-${name}`]
  if (!view) throw new Error(`The workbench has no ${name}.`)
  return view
}

describe('what is shown of the steps of a transaction', () => {
  test('a transfer whose fee is set says all of it in its first sentence', () => {
    const { sentence, calls, facts } = viewOf('transfer')
    expect([sentence.key, calls]).toEqual(['send.native', undefined])
    expect(facts.find(({ label }) => label === 'row.fee')).toMatchObject({
      value: { amount: 13_000n },
      note: { key: 'value.withPriority', values: { amount: { amount: 8_000n } } },
    })
  })

  test('a transfer that opens an account for its token shows both steps, each with its program', () => {
    const calls = viewOf('token').calls ?? []
    expect(calls.map(({ program, contract }) => [program?.slice(0, 6), contract])).toEqual([
      ['AToken', undefined],
      ['Tokenk', undefined],
    ])
  })

  test('a step that is about nobody names its program alone', () => {
    const note = viewOf('several').calls?.at(-1)
    expect(note?.program).toMatch(/^7Fo1/)
    expect(note).not.toHaveProperty('to')
  })
})

describe('what a delegate may take', () => {
  const facts = { tokens: new Map(), mints: new Map(), proven: new Set<string>() }
  const step = (amount: bigint) =>
    ({
      kind: 'tokenApprove',
      source: 'a',
      delegate: 'b',
      owner: 'c',
      amount,
      mint: null,
      decimals: 6,
    }) as const

  test.each([0n, 9n, 2n ** 63n - 1n])('%i is told as it is', (amount) => {
    expect(allowanceOf(facts, step(amount))).toMatchObject({ kind: 'amount', amount, decimals: 6 })
  })

  test.each([2n ** 63n, 2n ** 64n - 1n])('%i is told to have no end', (amount) => {
    expect(allowanceOf(facts, step(amount))).toMatchObject({ phrase: { key: 'solana.unlimited' } })
  })
})
