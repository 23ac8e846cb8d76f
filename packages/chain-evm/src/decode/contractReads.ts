import {
  type Address,
  decodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hexToString,
  isHex,
  parseAbi,
  serializeTransaction,
  size,
} from 'viem'
import type { L1Fee, ShownTransaction, TokenInfo } from './model.ts'

const tokenAbi = parseAbi([
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function supportsInterface(bytes4 id) view returns (bool)',
])

const erc721 = '0x80ac58cd'

export type EthCall = { method: 'eth_call'; params: readonly [{ to: Address; data: Hex }, 'latest'] }

/** One read of a contract, at the latest block. */
export const ethCall = (to: Address, data: Hex): EthCall => ({
  method: 'eth_call',
  params: [{ to, data }, 'latest'],
})

/** The three calls that `readToken` reads, in its order. */
export const tokenCalls = (token: Address): readonly EthCall[] => [
  ethCall(token, encodeFunctionData({ abi: tokenAbi, functionName: 'symbol' })),
  ethCall(token, encodeFunctionData({ abi: tokenAbi, functionName: 'decimals' })),
  ethCall(token, encodeFunctionData({ abi: tokenAbi, functionName: 'supportsInterface', args: [erc721] })),
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

/** The GasPriceOracle predeploy (OP-Stack specification, Predeploys), the same on every network. */
export const gasPriceOracle: Address = '0x420000000000000000000000000000000000000F'

const oracleAbi = parseAbi([
  'function getL1Fee(bytes data) view returns (uint256)',
  'function getOperatorFee(uint256 gasUsed) view returns (uint256)',
])

/** The transaction as it is signed (EIP-1559): its type and the RLP of its fields, without a signature. */
export function unsignedBytes({ from: _, to, accessList, ...fields }: ShownTransaction): Hex {
  const entries = accessList.map(({ address, storageKeys }) => ({ address, storageKeys: [...storageKeys] }))
  return serializeTransaction({
    type: 'eip1559',
    ...fields,
    accessList: entries,
    ...(to === null ? {} : { to }),
  })
}

/**
 * What an OP-Stack network is asked about a transaction: `getL1Fee` of the very bytes that are signed, and
 * `getOperatorFee` of its gas limit. `readL1Fee` reads the answers.
 *
 * @example
 * const [storing, operator] = l1FeeCalls(transaction)
 */
export const l1FeeCalls = (transaction: ShownTransaction): readonly [EthCall, EthCall] => [
  ethCall(
    gasPriceOracle,
    encodeFunctionData({ abi: oracleAbi, functionName: 'getL1Fee', args: [unsignedBytes(transaction)] }),
  ),
  ethCall(
    gasPriceOracle,
    encodeFunctionData({ abi: oracleAbi, functionName: 'getOperatorFee', args: [transaction.gas] }),
  ),
]

/** Bytes that the oracle adds for the signature. */
const signatureSize = 68n
/** wei a byte: 16 gas at ten thousand gwei. Ethereum has never asked for a tenth of it. */
const mostForByte = 160_000_000_000_000n
/** wei a unit of gas: a thousand gwei. */
const mostForGas = 1_000_000_000_000n

function readAmount(answer: unknown, most: bigint): bigint | undefined {
  if (!isHex(answer) || answer.length !== 66) return undefined
  const amount = BigInt(answer)
  return amount <= most ? amount : undefined
}

/**
 * Reads the answers to `l1FeeCalls`.
 *
 * @param answers what the calls returned; undefined stands for a call that failed, null for one that the contract reverted
 * @returns undefined when the oracle is missing, or answers what no network asks for
 */
export function readL1Fee(transaction: ShownTransaction, answers: readonly unknown[]): L1Fee | undefined {
  const [first, second] = answers
  const bytes = BigInt(size(unsignedBytes(transaction))) + signatureSize
  const storing = readAmount(first, bytes * mostForByte)
  // An oracle from before Isthmus has no such function, and its network no such fee.
  const operator = second === null ? 0n : readAmount(second, transaction.gas * mostForGas)
  return storing === undefined || operator === undefined ? undefined : { storing, operator }
}
