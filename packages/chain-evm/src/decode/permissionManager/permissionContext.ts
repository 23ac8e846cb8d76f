import { type Address, decodeAbiParameters, encodeAbiParameters, type Hex } from 'viem'

const shape = [{ type: 'address' }, { type: 'bytes32' }] as const

/** What names a permission outside of its account: the ERC-7710 permission context. */
export const permissionContext = (account: Address, id: Hex): Hex => encodeAbiParameters(shape, [account, id])

/** Reads a context; null for what is none. */
export function readPermissionContext(context: unknown): { account: Address; id: Hex } | null {
  if (typeof context !== 'string' || !/^0x0{24}[0-9a-fA-F]{104}$/.test(context)) return null
  const [account, id] = decodeAbiParameters(shape, context.toLowerCase() as Hex)
  return { account, id }
}
