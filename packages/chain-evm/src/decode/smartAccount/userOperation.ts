import { type Address, concatHex, encodeAbiParameters, type Hex, keccak256, numberToHex } from 'viem'
import { malformed, refuse } from '../errors.ts'
import { sameAddress } from '../parseAddress.ts'
import type { UserOperation } from './SmartAccount.ts'
import { entryPoint07 } from './safeContracts.ts'

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

const word = { type: 'bytes32' } as const

const number = { type: 'uint256' } as const

const address = { type: 'address' } as const

/**
 * `userOpHash` of ERC-4337 as EntryPoint 0.7 computes it: binds the operation to that contract and network.
 *
 * @param chainId EIP-155
 * @throws UnsafeRequestError with reason `entryPoint` for another entry point; MalformedRequestError
 * @example
 * userOperationHash(operation, 8453, safeAccount.entryPoint) // '0x…'
 */
export function userOperationHash(operation: UserOperation, chainId: number, entryPoint: Address): Hex {
  if (!sameAddress(entryPoint, entryPoint07)) refuse('entryPoint')
  const { initCode, accountGasLimits, gasFees, paymasterAndData } = packUserOperation(operation)
  const { sender, nonce, callData, preVerificationGas } = operation
  if ([nonce, preVerificationGas].some((value) => value < 0n || value >= 2n ** 256n))
    malformed('integerRange')
  const fields = encodeAbiParameters(
    [address, number, word, word, word, number, word, word],
    [
      sender,
      nonce,
      keccak256(initCode),
      keccak256(callData),
      accountGasLimits,
      preVerificationGas,
      gasFees,
      keccak256(paymasterAndData),
    ],
  )
  return keccak256(
    encodeAbiParameters([word, address, number], [keccak256(fields), entryPoint, BigInt(chainId)]),
  )
}
