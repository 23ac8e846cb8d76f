import { expect, test } from 'vitest'
import { chooseKeyset, type KeysetRow } from './methods.ts'

const row = (id: string, jkt: string, createdAt: number, provenAt: number | null) =>
  ({ id, jkt, createdAt, provenAt }) as KeysetRow
const HALF_HOUR = 1_800_000
const choose = (rows: KeysetRow[], jkt = 'mine', now = 10, hasWallet = true) =>
  chooseKeyset(rows, { jkt, now, hasWallet })?.id

test('the proven keyset is given, but its maker gets the new one for half an hour', () => {
  const rows = [row('new', 'mine', 10, null), row('old', 'other', 1, 5)]
  expect(choose(rows)).toBe('new')
  expect(choose(rows, 'other')).toBe('old')
  expect(choose(rows, 'mine', 10 + HALF_HOUR)).toBe('new')
  expect(choose(rows, 'mine', 11 + HALF_HOUR)).toBe('old')
})

test('where none is proven yet, any device that has the wallet can prove the newest, and no other gets it', () => {
  const rows = [row('new', 'mine', 10, null), row('old', 'mine', 1, null)]
  expect(choose(rows, 'other', 10 + 100 * HALF_HOUR)).toBe('new')
  expect(choose(rows, 'other', 10, false)).toBeUndefined()
  expect(choose([row('proven', 'mine', 1, 5)], 'other', 10, false)).toBe('proven')
  expect(choose([])).toBeUndefined()
})
