/** The first and last four hex digits: what people compare, and what address poisoning imitates. */
const ends = (address: string): string => `${address.slice(2, 6)}${address.slice(-4)}`.toLowerCase()

/**
 * Finds a known address that `address` imitates: same ends, different middle.
 *
 * @example
 * findLookalike('0xabcd…1234', recentAddresses) // the address it would be mistaken for, or undefined
 */
export function findLookalike(address: string, known: Iterable<string>): string | undefined {
  const wanted = address.toLowerCase()
  for (const other of known) {
    if (other.toLowerCase() !== wanted && ends(other) === ends(address)) return other
  }
  return undefined
}
