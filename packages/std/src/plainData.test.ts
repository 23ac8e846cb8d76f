import { expect, test } from 'vitest'
import { deepFreeze } from './deepFreeze.ts'
import { isRecord } from './isRecord.ts'

test('everything below is frozen, and a write fails', () => {
  const inner = Symbol('inner')
  const value = deepFreeze({ list: [{ to: '0x1' }], plain: 1, [inner]: { deep: true } })
  expect([value, value.list, value.list[0], value[inner]].every(Object.isFrozen)).toBe(true)
  expect(() => Object.assign(value.list[0] ?? {}, { to: '0x2' })).toThrow(TypeError)
  expect(deepFreeze('text')).toBe('text')
  expect(deepFreeze(null)).toBeNull()
})

test('what is below a frozen value is frozen too', () => {
  const value = deepFreeze(Object.freeze({ list: [1] }))
  expect(Object.isFrozen(value.list)).toBe(true)
})

test('a record is an object with keys: no array, not null, nothing primitive', () => {
  for (const value of [{}, { a: 1 }, Object.create(null), new Error('x')]) expect(isRecord(value)).toBe(true)
  for (const value of [null, undefined, [], 'text', 1, () => undefined]) expect(isRecord(value)).toBe(false)
})
