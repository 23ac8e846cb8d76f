import { concatHex, type Hex, numberToHex } from 'viem'
import { malformed } from '../errors.ts'
import type { UserOperation } from './SmartAccount.ts'

/** The four fields that `PackedUserOperation` (ERC-4337, EntryPoint 0.7) makes of several. */
export type PackedFields = {
  readonly initCode: Hex
  readonly accountGasLimits: Hex
  readonly gasFees: Hex
  readonly paymasterAndData: Hex
}

/** Addresses lose their checksum: bytes have one way to be written. */
const join = (parts: readonly Hex[]): Hex => concatHex(parts).toLowerCase() as Hex

/** A number of 16 bytes. */
function uint128(value: bigint): Hex {
  return value >= 0n && value < 2n ** 128n ? numberToHex(value, { size: 16 }) : malformed('integerRange')
}

function initCodeOf({ factory, factoryData }: UserOperation): Hex {
  if (factory === undefined) return factoryData === undefined ? '0x' : malformed('factory')
  return factoryData === undefined ? malformed('factory') : join([factory, factoryData])
}

function paymasterAndDataOf(operation: UserOperation): Hex {
  const { paymaster, paymasterVerificationGasLimit, paymasterPostOpGasLimit, paymasterData } = operation
  const parts = [paymaster, paymasterVerificationGasLimit, paymasterPostOpGasLimit, paymasterData]
  if (parts.every((part) => part === undefined)) return '0x'
  if (
    paymaster === undefined ||
    paymasterVerificationGasLimit === undefined ||
    paymasterPostOpGasLimit === undefined ||
    paymasterData === undefined
  )
    return malformed('paymaster')
  const limits = [uint128(paymasterVerificationGasLimit), uint128(paymasterPostOpGasLimit)]
  return join([paymaster, ...limits, paymasterData])
}

/**
 * Packs an operation's fields as the entry point takes them.
 *
 * @throws MalformedRequestError when a number does not fit, or only a part of factory or paymaster is there
 * @example
 * packUserOperation(operation).gasFees // '0x…': maxPriorityFeePerGas, then maxFeePerGas
 */
export function packUserOperation(operation: UserOperation): PackedFields {
  const { verificationGasLimit, callGasLimit, maxPriorityFeePerGas, maxFeePerGas } = operation
  return {
    initCode: initCodeOf(operation),
    accountGasLimits: join([uint128(verificationGasLimit), uint128(callGasLimit)]),
    gasFees: join([uint128(maxPriorityFeePerGas), uint128(maxFeePerGas)]),
    paymasterAndData: paymasterAndDataOf(operation),
  }
}
