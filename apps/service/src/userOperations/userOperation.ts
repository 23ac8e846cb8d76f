import {
  type Address,
  concatHex,
  encodeFunctionData,
  getCreate2Address,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  zeroAddress,
} from 'viem'
import { getUserOperationHash } from 'viem/account-abstraction'
import * as z from 'zod'
import { ENTRY_POINT } from '../config/chains.ts'

/** A deployment, a long batch: more is no operation of a person. Hex digits. */
const LONGEST_DATA = 196_608

const hexOf = (pattern: RegExp, longest: number) =>
  z.custom<Hex>((value) => typeof value === 'string' && value.length <= longest && pattern.test(value))

/** 20 bytes; the case is not looked at. */
export const hexAddress = hexOf(/^0x[0-9a-fA-F]{40}$/, 42) as z.ZodType<Address>
export const hexData = hexOf(/^0x(?:[0-9a-fA-F]{2})*$/, LONGEST_DATA)
/** Leading zeros are let through: some clients pad. */
export const hexQuantity = hexOf(/^0x[0-9a-fA-F]{1,64}$/, 66)
export const hexHash = hexOf(/^0x[0-9a-fA-F]{64}$/, 66)

const always = { sender: hexAddress, nonce: hexQuantity, callData: hexData }
const deployment = { factory: hexAddress.optional(), factoryData: hexData.optional() }
const gas = {
  callGasLimit: hexQuantity,
  verificationGasLimit: hexQuantity,
  preVerificationGas: hexQuantity,
  maxFeePerGas: hexQuantity,
  maxPriorityFeePerGas: hexQuantity,
}
const paymaster = {
  paymaster: hexAddress.optional(),
  paymasterData: hexData.optional(),
  paymasterVerificationGasLimit: hexQuantity.optional(),
  paymasterPostOpGasLimit: hexQuantity.optional(),
}
const signature = hexData.optional()

const isWhole = ({ factory, factoryData }: { factory?: unknown; factoryData?: unknown }) =>
  (factory === undefined) === (factoryData === undefined)
const together = 'factory and factoryData belong together'

/** ERC-4337 user operation of EntryPoint 0.7 in its JSON-RPC form (ERC-7769), before its gas is known. */
export const draftOperationSchema = z
  .strictObject({ ...always, ...deployment, ...z.object(gas).partial().shape, ...paymaster, signature })
  .refine(isWhole, together)

/** The same with all of its gas. */
export const operationSchema = z
  .strictObject({ ...always, ...deployment, ...gas, ...paymaster, signature })
  .refine(isWhole, together)

export type DraftOperation = z.output<typeof draftOperationSchema>
export type RpcOperation = z.output<typeof operationSchema>

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

/** The published contracts of Safe 1.4.1 and Safe4337Module 0.3.0, the same on every network. Never configuration. */
export const accountContracts = {
  SafeProxyFactory: '0x4e1DCf7AD4e460CfD30791CCC4F9c8a4f820ec67',
  Safe: '0x41675C099F32341bf84BFc5382aF534df5C7461a',
  MultiSend: '0x38869bf66a61cF6bDB996A6aE40D5853Fd43B526',
  Safe4337Module: '0x75cf11467937ce3F2f357CE24ffc3DBF8fD5c226',
  SafeModuleSetup: '0x2dd68b007B46fBe91B9A7c3EDa5A7a1063cB5b47',
} as const satisfies Readonly<Record<string, Address>>
/** Keccak-256 of the creation code of a `SafeProxy` over the singleton. */
const PROXY_CODE_HASH: Hex = '0x76733d705f71b79841c0ee960a0ca880f779cde7ef446c989e6d23efc0a4adfb'
const SALT_NONCE = numberToHex(0, { size: 32 })

const abi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function enableModules(address[] modules)',
])

/**
 * The address of an owner's smart account, deployed or not (EIP-1014, CREATE2). It must be what the wallet's own account
 * library computes.
 */
export function safeAddressOf(owner: Address): Address {
  const { SafeProxyFactory: from, Safe4337Module: module, SafeModuleSetup: setup } = accountContracts
  const enable = encodeFunctionData({ abi, functionName: 'enableModules', args: [[module]] })
  const initializer = encodeFunctionData({
    abi,
    functionName: 'setup',
    args: [[owner], 1n, setup, enable, module, zeroAddress, 0n, zeroAddress],
  })
  const salt = keccak256(concatHex([keccak256(initializer), SALT_NONCE]))
  return getCreate2Address({ from, salt, bytecodeHash: PROXY_CODE_HASH })
}
