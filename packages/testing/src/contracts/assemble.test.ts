import { describe, expect, test } from 'vitest'
import { assemble, creationCode } from './assemble.ts'

describe('assemble', () => {
  test('pushes literals by their length and resolves labels before and after their use', () => {
    expect(assemble('0x01 0x0203 ADD ; a comment\nSTOP')).toBe('6001610203' + '01' + '00')
    expect(assemble('@end JUMP end: STOP')).toBe('61000456' + '5b00')
    expect(assemble('start: @start JUMP')).toBe('5b61000056')
  })

  test.each([
    ['NOPE', 'Unknown EVM instruction: NOPE'],
    ['0x123', 'Not a literal'],
    [`0x${'00'.repeat(33)}`, 'Not a literal'],
    ['@nowhere', 'Unknown label: nowhere'],
    ['twice: twice:', 'Repeated label: twice'],
  ])('refuses %s', (source, reason) => {
    expect(() => assemble(source)).toThrow(reason)
  })

  test('creation code says how long the run-time code is', () => {
    expect(creationCode('00')).toBe('0x61000180600c6000396000f300')
    expect(() => creationCode('00'.repeat(0x10000))).toThrow('does not fit')
  })
})
