import { isIP } from 'node:net'
import { addressBlock } from '../../http/clientAddress.ts'

/**
 * The network that an address is in, coarse enough to be kept: its first 24 bits, of IPv6 the first 48 (RFC 4632,
 * RFC 6177).
 *
 * @example describePlace('203.0.113.7') // '203.0.113.0/24'
 */
export function describePlace(address: string): string {
  if (isIP(address) === 4) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  if (isIP(address) === 6) return `${addressBlock(address).split(':').slice(0, 3).join(':')}::/48`
  return 'Unknown network'
}
