import type { Hex } from 'viem'
import { getUserOperationHash } from 'viem/account-abstraction'
import { ENTRY_POINT } from '../config/entryPoints.ts'
import type { RpcOperation } from './userOperation.ts'

/** `userOpHash` of EntryPoint 0.7 on a network. */
export function operationHash(operation: RpcOperation, chainId: number): Hex {
  const { paymaster, paymasterData, paymasterVerificationGasLimit, paymasterPostOpGasLimit } = operation
  return getUserOperationHash({
    chainId,
    entryPointAddress: ENTRY_POINT,
    entryPointVersion: '0.7',
    userOperation: {
      sender: operation.sender,
      nonce: BigInt(operation.nonce),
      callData: operation.callData,
      callGasLimit: BigInt(operation.callGasLimit),
      verificationGasLimit: BigInt(operation.verificationGasLimit),
      preVerificationGas: BigInt(operation.preVerificationGas),
      maxFeePerGas: BigInt(operation.maxFeePerGas),
      maxPriorityFeePerGas: BigInt(operation.maxPriorityFeePerGas),
      signature: '0x',
      ...(operation.factory
        ? { factory: operation.factory, factoryData: operation.factoryData ?? '0x' }
        : {}),
      ...(paymaster
        ? {
            paymaster,
            paymasterData: paymasterData ?? '0x',
            paymasterVerificationGasLimit: BigInt(paymasterVerificationGasLimit ?? 0),
            paymasterPostOpGasLimit: BigInt(paymasterPostOpGasLimit ?? 0),
          }
        : {}),
    },
  })
}
