import { expect, test } from 'vitest'
import { addressBehindProxies, addressBlock, addressSite, isLoopback } from './clientAddress.ts'

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

test.each([
  ['nobody is believed', 0, '198.51.100.9', '203.0.113.1'],
  ['the proxy’s own entry', 1, '192.0.2.66, 198.51.100.9', '198.51.100.9'],
  ['the entry before the nearest proxy’s', 2, '192.0.2.66, 198.51.100.9, 203.0.113.2', '198.51.100.9'],
  ['fewer entries than proxies', 2, '192.0.2.66', '203.0.113.1'],
  ['an entry that is no address', 1, 'unknown', '203.0.113.1'],
  ['IPv4 in IPv6’s clothes', 1, '::ffff:198.51.100.9', '198.51.100.9'],
])('behind proxies, %s', (_, proxies, header, address) => {
  expect(addressBehindProxies('::ffff:203.0.113.1', header, proxies)).toBe(address)
})
