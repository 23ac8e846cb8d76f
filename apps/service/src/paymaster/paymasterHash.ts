import {
  type Address,
  concatHex,
  encodeAbiParameters,
  type Hex,
  keccak256,
  numberToHex,
  parseAbiParameters,
} from 'viem'
import type { RpcOperation } from '../userOperations/userOperation.ts'

/** What the signer vouches for beyond the operation. Times in seconds since the epoch. */
export type PaymasterTerms = {
  paymaster: Address
  verificationGasLimit: bigint
  postOpGasLimit: bigint
  validUntil: number
  validAfter: number
}

const fields = parseAbiParameters(
  'address sender, uint256 nonce, bytes32 initCode, bytes32 callData, bytes32 accountGasLimits, uint256 paymasterGasLimits, uint256 preVerificationGas, bytes32 gasFees, uint256 chainId, address paymaster, uint48 validUntil, uint48 validAfter',
)
const terms = parseAbiParameters('uint48 validUntil, uint48 validAfter')

/** Two numbers of 128 bits in one word, as EntryPoint 0.7 packs them. */
const pair = (high: bigint, low: bigint): Hex =>
  concatHex([numberToHex(high, { size: 16 }), numberToHex(low, { size: 16 })])

/**
 * `VerifyingPaymaster.getHash` of account-abstraction 0.7.0, computed here: no node is asked what is signed.
 *
 * @throws when a number does not fit into its field
 */
export function paymasterHash(operation: RpcOperation, chainId: number, promise: PaymasterTerms): Hex {
  const { factory, factoryData } = operation
  return keccak256(
    encodeAbiParameters(fields, [
      operation.sender,
      BigInt(operation.nonce),
      keccak256(factory ? concatHex([factory, factoryData ?? '0x']) : '0x'),
      keccak256(operation.callData),
      pair(BigInt(operation.verificationGasLimit), BigInt(operation.callGasLimit)),
      BigInt(pair(promise.verificationGasLimit, promise.postOpGasLimit)),
      BigInt(operation.preVerificationGas),
      pair(BigInt(operation.maxPriorityFeePerGas), BigInt(operation.maxFeePerGas)),
      BigInt(chainId),
      promise.paymaster,
      promise.validUntil,
      promise.validAfter,
    ]),
  )
}

/** `paymasterData`: until when, from when, and the signature. */
export const paymasterDataOf = ({ validUntil, validAfter }: PaymasterTerms, signature: Hex): Hex =>
  concatHex([encodeAbiParameters(terms, [validUntil, validAfter]), signature])
