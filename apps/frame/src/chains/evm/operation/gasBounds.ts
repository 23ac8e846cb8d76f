import type { UserOperation } from '@latchkey/chain-evm/decode/smartAccount/types'
import { OperationRefusedError } from '@latchkey/protocol/frame'

/**
 * What a bundler or a paymaster may name, in units of gas. Above that an operation is not shown and not signed.
 *
 * - `callGasLimit`: EIP-7825, no transaction may have more.
 * - `verificationGasLimit`: setting an account up takes 0.4 million, checking a signature 0.1 million.
 * - `preVerificationGas`: on rollups it carries the price of the data on the other network, which has no such limit.
 * - both of the paymaster: they check a signature and keep books.
 */
const most = {
  callGasLimit: 2n ** 24n,
  verificationGasLimit: 5_000_000n,
  preVerificationGas: 100_000_000n,
  paymasterVerificationGasLimit: 2_000_000n,
  paymasterPostOpGasLimit: 2_000_000n,
} as const satisfies Partial<Record<keyof UserOperation, bigint>>

/** How many times the network's own price an operation may pay for a unit. */
const priceFactor = 10n
/** wei; a network that is nearly free is no measure below this. */
const leastPrice = 100_000_000n

/** wei a unit; the highest price that an operation may have where the network asks for `usual`. */
export const mostPrice = (usual: bigint): bigint => priceFactor * (usual > leastPrice ? usual : leastPrice)

const absurd = (field: string): never => {
  throw new OperationRefusedError({ data: { reason: 'absurdFee', field } })
}

/**
 * Refuses an operation whose gas or price is out of all proportion.
 *
 * @param usual wei a unit: what a transaction would offer now
 * @throws OperationRefusedError with reason `absurdFee` and the field
 */
export function checkGas(operation: UserOperation, usual: bigint): void {
  for (const [field, limit] of Object.entries(most))
    if ((operation[field as keyof typeof most] ?? 0n) > limit) absurd(field)
  if (operation.maxFeePerGas > mostPrice(usual)) absurd('maxFeePerGas')
  if (operation.maxPriorityFeePerGas > operation.maxFeePerGas) absurd('maxPriorityFeePerGas')
}

/** Units of gas that the operation has to pay for at most (EntryPoint 0.7, `_getRequiredPrefund`). */
export const gasOf = (operation: UserOperation): bigint =>
  operation.callGasLimit +
  operation.verificationGasLimit +
  operation.preVerificationGas +
  (operation.paymasterVerificationGasLimit ?? 0n) +
  (operation.paymasterPostOpGasLimit ?? 0n)

/** The smaller one; `Math.min` takes no bigint. */
export const least = (a: bigint, b: bigint): bigint => {
  if (b < a) return b
  return a
}

/** wei that whoever pays must have. */
export const prefundOf = (operation: UserOperation): bigint => gasOf(operation) * operation.maxFeePerGas
