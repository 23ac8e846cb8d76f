import { type AbiFunction, type Hex, toFunctionSelector } from 'viem'
import { batchAbi, controlAbi, permit2Abi, proxyAbi, tokenAbi } from '../callAbi.ts'

/** Other functions that move tokens, hand over what can be spent, or run any call. */
const others = [
  'approve(address,address,uint160,uint48)',
  'send(address,uint256,bytes)',
  'operatorSend(address,address,uint256,bytes,bytes)',
  'authorizeOperator(address)',
  'transferAndCall(address,uint256,bytes)',
  'transferAndCall(address,uint256)',
  'transferFromAndCall(address,address,uint256,bytes)',
  'approveAndCall(address,uint256,bytes)',
  'approveAndCall(address,uint256)',
  'permit(address,address,uint256,uint256,bool,uint8,bytes32,bytes32)',
  'permit(address,address,uint256,uint256,bytes)',
  'burn(uint256)',
  // DAI's and stETH's own ways to send, and a vault's (ERC-4626) to pay out to anybody.
  'push(address,uint256)',
  'move(address,address,uint256)',
  'transferShares(address,uint256)',
  'transferSharesFrom(address,address,uint256)',
  'withdraw(uint256,address,address)',
  'redeem(uint256,address,address)',
  'execute((address,uint256,bytes)[])',
  'execute(bytes32,bytes)',
  'execute(bytes,bytes[])',
  'execute(bytes,bytes[],uint256)',
  'tryBlockAndAggregate(bool,(address,bytes)[])',
  'blockAndAggregate((address,bytes)[])',
  'aggregate3Value((address,bool,uint256,bytes)[])',
  'multiSend(bytes)',
  'redeemDelegations(bytes[],bytes32[],bytes[])',
]

/**
 * Selectors that a permission never lists, on whatever contract: with any argument at all they move tokens without a
 * limit, or run any call. Tokens are allowed by an amount instead.
 */
export function deniedSelectors(): ReadonlySet<Hex> {
  const functions: readonly AbiFunction[] = [
    ...tokenAbi,
    ...permit2Abi,
    ...batchAbi,
    ...proxyAbi,
    ...controlAbi,
  ]
  return new Set([...functions, ...others].map((one) => toFunctionSelector(one)))
}

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
