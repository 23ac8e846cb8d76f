import { SponsorshipRefusedError } from '@latchkey/protocol/http'
import type { RpcOperation } from '../userOperations/userOperation.ts'

/** What VerifyingPaymaster 0.7 needs to check a signature, with room for cold storage. It has nothing to do afterwards. */
export const PAYMASTER_VERIFICATION_GAS = 60_000n
export const PAYMASTER_POST_OP_GAS = 0n

/** Most gas that is paid for in one operation: deployment and a long batch fit, and costs of data on rollups. */
const MOST = { callGasLimit: 5_000_000n, verificationGasLimit: 3_000_000n, preVerificationGas: 5_000_000n }
/** A fee above this many times the network's own buys nothing. */
const MOST_FEE_TIMES = 4n

const refuse = (reason: string) => new SponsorshipRefusedError({ data: { reason } })

/**
 * Refuses an operation whose gas or fees are out of bounds.
 *
 * @param gasPrice the network's own, wei
 * @returns what the operation costs at most, wei (`requiredPrefund` of EntryPoint 0.7)
 * @throws SponsorshipRefusedError with `reason` `gas` or `fee`
 */
export function boundedCost(operation: RpcOperation, gasPrice: bigint): bigint {
  const callGas = BigInt(operation.callGasLimit)
  const verificationGas = BigInt(operation.verificationGasLimit)
  const preVerificationGas = BigInt(operation.preVerificationGas)
  if (
    callGas > MOST.callGasLimit ||
    verificationGas > MOST.verificationGasLimit ||
    preVerificationGas > MOST.preVerificationGas
  )
    throw refuse('gas')
  const fee = BigInt(operation.maxFeePerGas)
  if (fee === 0n || BigInt(operation.maxPriorityFeePerGas) > fee || fee > gasPrice * MOST_FEE_TIMES)
    throw refuse('fee')
  const gas =
    callGas + verificationGas + preVerificationGas + PAYMASTER_VERIFICATION_GAS + PAYMASTER_POST_OP_GAS
  return gas * fee
}
