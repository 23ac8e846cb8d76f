import { expect, test } from 'vitest'
import { addressBlock, addressSite, isLoopback } from './clientAddress.ts'

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

test('an IPv6 address belongs to a site of /48, an IPv4 address to none', () => {
  expect(addressSite('2001:0db8:1:2::9')).toBe('2001:db8:1::/48')
  expect(addressSite('203.0.113.7')).toBeNull()
})
