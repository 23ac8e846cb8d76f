import { type Address, encodeFunctionData, type Hex, isHex, parseAbi, serializeTransaction, size } from 'viem'
import type { ShownTransaction } from './signedTransaction.ts'

/** What an OP-Stack network takes besides gas, wei. No field of a transaction bounds it. */
export type L1Fee = {
  /** The L1 data fee: for storing the transaction on Ethereum. */
  storing: bigint
  /** The operator fee (since Isthmus), for the whole gas limit: what is not used is given back. */
  operator: bigint
}

/** The GasPriceOracle predeploy (OP-Stack specification, Predeploys), the same on every network. */
export const gasPriceOracle: Address = '0x420000000000000000000000000000000000000F'

const abi = parseAbi([
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

type OracleCall = { method: 'eth_call'; params: readonly [{ to: Address; data: Hex }, 'latest'] }
const oracleCall = (data: Hex): OracleCall => ({
  method: 'eth_call',
  params: [{ to: gasPriceOracle, data }, 'latest'],
})

/**
 * What an OP-Stack network is asked about a transaction: `getL1Fee` of the very bytes that are signed, and
 * `getOperatorFee` of its gas limit. `readL1Fee` reads the answers.
 *
 * @example
 * const [storing, operator] = l1FeeCalls(transaction)
 */
export const l1FeeCalls = (transaction: ShownTransaction): readonly [OracleCall, OracleCall] => [
  oracleCall(encodeFunctionData({ abi, functionName: 'getL1Fee', args: [unsignedBytes(transaction)] })),
  oracleCall(encodeFunctionData({ abi, functionName: 'getOperatorFee', args: [transaction.gas] })),
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
