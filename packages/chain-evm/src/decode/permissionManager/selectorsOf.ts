import { type AbiFunction, type Hex, toFunctionSelector } from 'viem'

const signature = /^[A-Za-z_$][\w$]{0,63}\([\w,()[\]]{0,512}\)$/

/**
 * The selector of a function written as `name(type,…)`; null for anything else.
 *
 * @example
 * selectorOfSignature('mint(address,uint256)') // '0x40c10f19'
 */
export function selectorOfSignature(text: string): Hex | null {
  const bare = text.replace(/^function /, '').replaceAll(' ', '')
  if (!signature.test(bare)) return null
  try {
    return toFunctionSelector(bare)
  } catch {
    return null
  }
}

const isFunction = (item: unknown): item is AbiFunction =>
  typeof item === 'object' &&
  item !== null &&
  (item as { type?: unknown }).type === 'function' &&
  typeof (item as { name?: unknown }).name === 'string' &&
  Array.isArray((item as { inputs?: unknown }).inputs)

/**
 * The selectors of all functions of that name in an ABI; none when it has no such function or cannot be read.
 *
 * @param abi as a site gives it: nothing of it is trusted
 */
export function selectorsOfName(abi: readonly unknown[], name: string): readonly Hex[] {
  try {
    return abi
      .filter(isFunction)
      .filter((item) => item.name === name)
      .map((item) => toFunctionSelector(item))
  } catch {
    return []
  }
}
