/** `0x1234…abcd`: four characters of each end, enough to recognise and never enough to verify. */
export const shortenAddress = (address: string): string =>
  address.length <= 12 ? address : `${address.slice(0, 6)}…${address.slice(-4)}`
