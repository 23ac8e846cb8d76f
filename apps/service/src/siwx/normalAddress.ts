/** EVM addresses are the same in any case; they are kept and looked up in small letters. */
export const normalAddress = (address: string): string =>
  /^0x[0-9a-fA-F]{40}$/.test(address) ? address.toLowerCase() : address
