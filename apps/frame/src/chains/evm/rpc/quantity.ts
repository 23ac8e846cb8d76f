/** A quantity of the Ethereum JSON-RPC; undefined for anything else. Nodes pad results of calls with zeros. */
export const quantityOf = (value: unknown): bigint | undefined =>
  typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value) ? BigInt(value) : undefined

/** An address as an argument of a call: 32 bytes, without `0x`. */
export const addressWord = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0')
