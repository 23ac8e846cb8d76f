import {
  type Abi,
  type AbiFunction,
  type Address,
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  toFunctionSelector,
} from 'viem'

/** A call. `to` null: a contract is created. `value` in wei. */
export type Call = { to: Address | null; value: bigint; data: Hex }

/** A function with its arguments. */
export type Decoded = { functionName: string; args: readonly unknown[] }

/** Functions by their selectors. */
export type Functions = ReadonlyMap<string, AbiFunction>

/** Functions of an ABI by their selectors, so that each is hashed once. */
export const functionsOf = (abi: Abi): Functions =>
  new Map(
    abi.flatMap((item) => (item.type === 'function' ? [[toFunctionSelector(item), item] as const] : [])),
  )

/** Decodes only what encodes back to the same bytes; a suffix is allowed, since contracts do not see it (ERC-8021). */
export function decodeAs(item: AbiFunction, data: Hex): Decoded | undefined {
  const abi = [item]
  try {
    const { functionName, args = [] } = decodeFunctionData({ abi, data })
    const again = encodeFunctionData({ abi, functionName, args })
    return data.toLowerCase().startsWith(again.toLowerCase()) ? { functionName, args } : undefined
  } catch {
    return undefined
  }
}

/** Decodes a call of one of several functions. */
export function decodeWith(functions: Functions, data: Hex): Decoded | undefined {
  const item = functions.get(data.slice(0, 10).toLowerCase())
  return item && decodeAs(item, data)
}
