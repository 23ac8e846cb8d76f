/** Plain form of an address: 40 hex digits, `0x` optional (spec 5). The checksum is checked by `isChecksumAddress`. */
export const isEvmAddress = (address: string): boolean => /^(?:0x)?[0-9a-fA-F]{40}$/.test(address)
