import { BlockList, isIP } from 'node:net'

/** IANA special-purpose IPv4 registry (RFC 6890), multicast and reserved. */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]
/** Within 2000::/3, which is all of the public addresses: protocol assignments, documentation, 6to4. */
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

function listOf(ranges: readonly string[], type: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', bits] = range.split('/')
    list.addSubnet(network, Number(bits), type)
  }
  return list
}

/**
 * Whether an IP address is one of the public internet: not of this machine, this network, a private network, a cloud's
 * own services, or an IPv4 address in IPv6's clothes.
 *
 * @example
 * isPublicAddress('169.254.169.254') // false
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !listOf(SPECIAL_V4, 'ipv4').check(address, 'ipv4')
  if (version !== 6) return false
  return (
    listOf(['2000::/3'], 'ipv6').check(address, 'ipv6') && !listOf(SPECIAL_V6, 'ipv6').check(address, 'ipv6')
  )
}
