import { expect, test } from 'vitest'
import { deepFreeze } from './freeze.ts'

test('everything below is frozen, and a write fails', () => {
  const value = deepFreeze({ list: [{ to: '0x1' }], plain: 1 })
  expect([value, value.list, value.list[0]].every(Object.isFrozen)).toBe(true)
  expect(() => Object.assign(value.list[0] ?? {}, { to: '0x2' })).toThrow(TypeError)
  expect(deepFreeze('text')).toBe('text')
  expect(deepFreeze(null)).toBeNull()
})
