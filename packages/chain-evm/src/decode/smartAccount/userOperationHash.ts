import { type Address, encodeAbiParameters, type Hex, keccak256 } from 'viem'
import { malformed, refuse } from '../errors.ts'
import { sameAddress } from '../parseAddress.ts'
import { packUserOperation } from './packUserOperation.ts'
import type { UserOperation } from './SmartAccount.ts'
import { entryPoint07 } from './safeContracts.ts'

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
