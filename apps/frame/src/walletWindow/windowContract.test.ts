import { expect, test } from 'vitest'
import { fromWireEdit, toWireEdit, windowContract } from './windowContract.ts'

const hash = `0x${'a'.repeat(64)}`

test('what the window tells is checked before it counts', () => {
  const { approve, edit, detour } = windowContract.methods
  const pressed = { id: 'a', hash, revision: 1 }
  expect(approve.params.safeParse(pressed).success).toBe(true)
  for (const params of [{}, { id: 'a', hash }, { ...pressed, hash: '0x' }, { ...pressed, sign: true }])
    expect(approve.params.safeParse(params).success).toBe(false)
  const cap = { kind: 'cap', call: 0, amount: 12n } as const
  expect(edit.params.safeParse({ id: 'a', edit: toWireEdit(cap) }).success).toBe(true)
  expect(fromWireEdit(toWireEdit(cap) as never)).toEqual(cap)
  for (const amount of ['-1', '01', '1.5', 12, `1${'0'.repeat(78)}`])
    expect(edit.params.safeParse({ id: 'a', edit: { ...cap, amount } }).success).toBe(false)
  expect(detour.params.safeParse({ id: 'a', way: 'send' }).success).toBe(false)
})
