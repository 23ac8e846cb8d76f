/** ERC-4337 EntryPoint 0.7, the same on every network. Operations for another contract are not passed on. */
export const ENTRY_POINT = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'

export const isEntryPoint = (value: unknown): boolean =>
  typeof value === 'string' && value.toLowerCase() === ENTRY_POINT.toLowerCase()
