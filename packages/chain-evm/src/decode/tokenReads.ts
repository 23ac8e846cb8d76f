import {
  type Address,
  decodeAbiParameters,
  encodeFunctionData,
  formatUnits,
  type Hex,
  hexToString,
  isHex,
  parseAbi,
} from 'viem'

/** What a token's contract says about itself. It can say anything: the name is no identity. */
export type TokenInfo = {
  symbol: string | null
  decimals: number | null
  /** Says that it is ERC-721 (ERC-165). */
  collectible: boolean
}

const abi = parseAbi([
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function supportsInterface(bytes4 id) view returns (bool)',
])

const erc721 = '0x80ac58cd'

type EthCall = { method: 'eth_call'; params: readonly [{ to: Address; data: Hex }, 'latest'] }

const ethCall = (to: Address, data: Hex): EthCall => ({
  method: 'eth_call',
  params: [{ to, data }, 'latest'],
})

/** The three calls that `readToken` reads, in its order. */
export const tokenCalls = (token: Address): readonly EthCall[] => [
  ethCall(token, encodeFunctionData({ abi, functionName: 'symbol' })),
  ethCall(token, encodeFunctionData({ abi, functionName: 'decimals' })),
  ethCall(token, encodeFunctionData({ abi, functionName: 'supportsInterface', args: [erc721] })),
]

function readSymbol(data: unknown): string | null {
  if (!isHex(data) || data === '0x') return null
  try {
    // The first tokens answered with bytes32.
    if (data.length === 66) return hexToString(data, { size: 32 })
    return decodeAbiParameters([{ type: 'string' }], data)[0]
  } catch {
    return null
  }
}

function readWord(data: unknown): bigint | null {
  return isHex(data) && data.length === 66 ? BigInt(data) : null
}

/** Reads the answers to `tokenCalls`; undefined stands for a call that failed. */
export function readToken([symbol, decimals, collectible]: readonly unknown[]): TokenInfo {
  const places = readWord(decimals)
  return {
    symbol: readSymbol(symbol),
    decimals: places !== null && places <= 36n ? Number(places) : null,
    collectible: readWord(collectible) === 1n,
  }
}

/** Writes an amount of smallest units as an exact decimal, without exponent or rounding. */
export const formatAmount = (amount: bigint, decimals: number): string => formatUnits(amount, decimals)
