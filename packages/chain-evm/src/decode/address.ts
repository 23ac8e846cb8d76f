import { type Address, getAddress } from 'viem'
import { malformed } from './errors.ts'

const pattern = /^0x[0-9a-fA-F]{40}$/

export const isAddressText = (value: unknown): value is Address =>
  typeof value === 'string' && pattern.test(value)

/**
 * Reads an address and gives it in checksum form (EIP-55). All lower or all upper case carries no checksum and passes;
 * mixed case must match.
 *
 * @throws MalformedRequestError with reason `address` or `addressChecksum`
 * @example
 * parseAddress('0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266') // '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
 */
export function parseAddress(value: unknown): Address {
  if (!isAddressText(value)) return malformed('address')
  const digits = value.slice(2)
  const checksummed = getAddress(value.toLowerCase())
  const plain = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  if (!plain && value !== checksummed) malformed('addressChecksum')
  return checksummed
}

/** Compares two addresses without regard to their checksum. */
export const sameAddress = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && a.toLowerCase() === b.toLowerCase()
