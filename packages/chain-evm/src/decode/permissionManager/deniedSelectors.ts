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
