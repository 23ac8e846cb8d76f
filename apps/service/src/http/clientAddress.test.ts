import { expect, test } from 'vitest'
import { addressBlock, isLoopback } from './clientAddress.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (address, block) => {
  expect(addressBlock(address)).toBe(block)
})

test('only this machine is loopback', () => {
  expect([isLoopback('127.0.0.1'), isLoopback('::1'), isLoopback('128.0.0.1')]).toEqual([true, true, false])
})
