import { decodeFunctionResult, type Hex, parseAbi } from 'viem'

/** As much of Uniswap v3 as swapping takes: factory, pool, QuoterV2 and SwapRouter02. */
export const swapAbi = parseAbi([
  'function getPool(address one, address other, uint24 fee) view returns (address)',
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16 observationIndex, uint16 observationCardinality, uint16 observationCardinalityNext, uint8 feeProtocol, bool unlocked)',
  'function quoteExactInput(bytes path, uint256 amountIn) returns (uint256 amountOut, uint160[] rootsAfter, uint32[] ticksCrossed, uint256 gasEstimate)',
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) payable returns (uint256)',
  'function exactInput((bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum) params) payable returns (uint256)',
  'function unwrapWETH9(uint256 amountMinimum, address recipient) payable',
  'function multicall(uint256 deadline, bytes[] data) payable returns (bytes[])',
])

const WORD = /^0x[0-9a-fA-F]{64}$/

/** In lower case; null where the answer is none. */
export function readAddress(answer: Hex | null | undefined): `0x${string}` | null {
  return answer && WORD.test(answer) ? `0x${answer.slice(26).toLowerCase()}` : null
}

/** Square root of a pool's price; null where the answer is none. */
export const readRoot = (answer: Hex | null): bigint | null =>
  answer && answer.length === 2 + 64 * 7 ? BigInt(answer.slice(0, 66)) : null

/** What QuoterV2 says of a way; null where it says nothing that can be read. */
export function readQuote(answer: Hex | null | undefined) {
  if (!answer) return null
  try {
    const [toAmount, roots, , gas] = decodeFunctionResult({
      ...{ abi: swapAbi, functionName: 'quoteExactInput' },
      data: answer,
    })
    return { toAmount, roots, gas }
  } catch {
    return null
  }
}
