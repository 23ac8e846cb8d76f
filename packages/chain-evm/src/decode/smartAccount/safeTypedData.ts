import { type Address, getAddress, type Hex, hashTypedData } from 'viem'
import { malformed } from '../errors.ts'
import type { OwnerTypedData, UserOperation, Validity } from './SmartAccount.ts'
import { entryPoint07, safeContracts } from './safeContracts.ts'
import { packUserOperation } from './userOperation.ts'

/** Characters; what the signer takes in one request. */
const maxText = 131_072

const domainType = [
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
]
const operationType = [
  { name: 'safe', type: 'address' },
  { name: 'nonce', type: 'uint256' },
  { name: 'initCode', type: 'bytes' },
  { name: 'callData', type: 'bytes' },
  { name: 'verificationGasLimit', type: 'uint128' },
  { name: 'callGasLimit', type: 'uint128' },
  { name: 'preVerificationGas', type: 'uint256' },
  { name: 'maxPriorityFeePerGas', type: 'uint128' },
  { name: 'maxFeePerGas', type: 'uint128' },
  { name: 'paymasterAndData', type: 'bytes' },
  { name: 'validAfter', type: 'uint48' },
  { name: 'validUntil', type: 'uint48' },
  { name: 'entryPoint', type: 'address' },
]

function typedData(
  primaryType: 'SafeOp' | 'SafeMessage',
  members: readonly { name: string; type: string }[],
  domain: { chainId: number; verifyingContract: Address },
  message: Record<string, string>,
): OwnerTypedData {
  const json = JSON.stringify({
    domain,
    types: { EIP712Domain: domainType, [primaryType]: members },
    primaryType,
    message,
  })
  if (json.length > maxText) return malformed('operationTooLong')
  // Hashed from the very text that the signer gets.
  return { json, hash: hashTypedData(JSON.parse(json) as Parameters<typeof hashTypedData>[0]) }
}

/**
 * `SafeOp` of Safe4337Module: every field of the operation but its signature.
 *
 * @throws MalformedRequestError for fields that do not fit, or more text than the signer takes (`operationTooLong`)
 */
export function safeOperation(operation: UserOperation, chainId: number, validity: Validity): OwnerTypedData {
  const { initCode, paymasterAndData } = packUserOperation(operation)
  const domain = { chainId, verifyingContract: safeContracts.module }
  return typedData('SafeOp', operationType, domain, {
    safe: getAddress(operation.sender),
    nonce: String(operation.nonce),
    initCode,
    callData: operation.callData,
    verificationGasLimit: String(operation.verificationGasLimit),
    callGasLimit: String(operation.callGasLimit),
    preVerificationGas: String(operation.preVerificationGas),
    maxPriorityFeePerGas: String(operation.maxPriorityFeePerGas),
    maxFeePerGas: String(operation.maxFeePerGas),
    paymasterAndData,
    validAfter: String(validity.after),
    validUntil: String(validity.until),
    entryPoint: entryPoint07,
  })
}

/** `SafeMessage` of Safe's fallback handler: its message is the ABI encoding of a hash, which is the hash. */
export function safeMessage(account: Address, chainId: number, hash: Hex): OwnerTypedData {
  const domain = { chainId, verifyingContract: getAddress(account) }
  return typedData('SafeMessage', [{ name: 'message', type: 'bytes' }], domain, { message: hash })
}
