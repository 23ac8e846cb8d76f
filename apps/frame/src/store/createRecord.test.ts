import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fakeFrame } from '../testing/fakeFrame.ts'
import { createRecord } from './createRecord.ts'

const schema = z.array(z.string())

/** A browser's storage, as far as a record uses it. */
function storageOf(entries: Map<string, string>, full = false): Storage {
  const setItem = (key: string, value: string) => {
    if (full) throw new DOMException('full', 'QuotaExceededError')
    entries.set(key, value)
  }
  return { getItem: (key: string) => entries.get(key) ?? null, setItem } as unknown as Storage
}

test('what was written is there after a reload', () => {
  const entries = new Map<string, string>()
  const frame = () => ({ ...fakeFrame(), storage: () => storageOf(entries) })
  createRecord(frame(), 'one', schema, []).write(['a'])
  expect(createRecord(frame(), 'one', schema, []).read()).toEqual(['a'])
  expect(createRecord(frame(), 'two', schema, []).read()).toEqual([])
})

test.each(['', '{', '{"a":1}', '[1]', 'null'])('%j in storage counts as nothing', (text) => {
  const entries = new Map([['latchkey.frame.one', text]])
  const frame = { ...fakeFrame(), storage: () => storageOf(entries) }
  expect(createRecord(frame, 'one', schema, ['empty']).read()).toEqual(['empty'])
})

test('blocked or full storage leaves memory, and the newer value counts', () => {
  const blocked = fakeFrame()
  createRecord(blocked, 'one', schema, []).write(['a'])
  expect(createRecord(blocked, 'one', schema, []).read()).toEqual(['a'])

  const entries = new Map([['latchkey.frame.one', '["old"]']])
  const full = { ...fakeFrame(), storage: () => storageOf(entries, true) }
  createRecord(full, 'one', schema, []).write(['new'])
  expect(createRecord(full, 'one', schema, []).read()).toEqual(['new'])
})
