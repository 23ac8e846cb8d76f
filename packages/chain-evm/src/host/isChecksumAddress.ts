import { isAddress } from 'viem/utils'
import { isEvmAddress } from './isEvmAddress.ts'

/**
 * An address whose mixed case, if it has one, is its checksum (EIP-55). One case alone carries no checksum and passes.
 * viem keeps the last 8192 answers.
 *
 * @param address 40 hex digits, `0x` optional
 * @example
 * isChecksumAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed') // true
 */
export function isChecksumAddress(address: string): boolean {
  if (!isEvmAddress(address)) return false
  const digits = address.replace(/^0x/, '')
  return digits === digits.toUpperCase() || isAddress(`0x${digits}`, { strict: true })
}
