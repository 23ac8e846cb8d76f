import { type Address, concatHex, encodeAbiParameters, type Hex, keccak256, numberToHex } from 'viem'
import { parseAddress, sameAddress } from '../address.ts'
import { malformed, refuse } from '../errors.ts'
import type { PackedFields, RpcUserOperation, UserOperation } from './model.ts'
import { entryPoint07 } from './safeContracts.ts'

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

/** Hex digits; more than any bundler takes. */
const maxDigits = 131_072

const quantities = [
  'nonce',
  'callGasLimit',
  'verificationGasLimit',
  'preVerificationGas',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'paymasterVerificationGasLimit',
  'paymasterPostOpGasLimit',
] as const
const names: ReadonlySet<string> = new Set([
  ...quantities,
  'sender',
  'factory',
  'factoryData',
  'callData',
  'paymaster',
  'paymasterData',
  'signature',
])

type Fields = Readonly<Record<string, unknown>>

/** JSON-RPC has no `undefined`; bundlers write null for what is not there. */
const isAbsent = (value: unknown): boolean => value === undefined || value === null

function quantity(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x(?:0|[1-9a-fA-F][0-9a-fA-F]{0,63})$/.test(value))
    return malformed('quantity')
  return BigInt(value)
}

function bytes(value: unknown): Hex {
  if (typeof value !== 'string' || value.length > maxDigits || !/^0x(?:[0-9a-fA-F]{2})*$/.test(value))
    return malformed('bytes')
  return value.toLowerCase() as Hex
}

const optional = <Name extends string, Value>(
  fields: Fields,
  name: Name,
  read: (value: unknown) => Value,
): { [Key in Name]?: Value } =>
  (isAbsent(fields[name]) ? {} : { [name]: read(fields[name]) }) as { [Key in Name]?: Value }

/**
 * Reads a user operation of EntryPoint 0.7 in its JSON-RPC form (ERC-7769): hexadecimal quantities, nothing unknown,
 * factory and paymaster whole or not at all.
 *
 * @throws MalformedRequestError; UnsafeRequestError with reason `authorization` for one that carries an EIP-7702 authorization
 * @example
 * const { operation, signature } = parseUserOperation(params[0])
 */
export function parseUserOperation(value: unknown): { operation: UserOperation; signature: Hex } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return malformed('userOperation')
  const fields = value as Fields
  for (const name of Object.keys(fields)) {
    if (names.has(name) || isAbsent(fields[name])) continue
    if (name === 'eip7702Auth' || name === 'authorization') refuse('authorization')
    malformed('unknownField', name)
  }
  const operation: UserOperation = {
    sender: parseAddress(fields.sender),
    nonce: quantity(fields.nonce),
    ...optional(fields, 'factory', parseAddress),
    ...optional(fields, 'factoryData', bytes),
    callData: bytes(fields.callData),
    callGasLimit: quantity(fields.callGasLimit),
    verificationGasLimit: quantity(fields.verificationGasLimit),
    preVerificationGas: quantity(fields.preVerificationGas),
    maxFeePerGas: quantity(fields.maxFeePerGas),
    maxPriorityFeePerGas: quantity(fields.maxPriorityFeePerGas),
    ...optional(fields, 'paymaster', parseAddress),
    ...optional(fields, 'paymasterVerificationGasLimit', quantity),
    ...optional(fields, 'paymasterPostOpGasLimit', quantity),
    ...optional(fields, 'paymasterData', bytes),
  }
  packUserOperation(operation)
  return { operation, signature: isAbsent(fields.signature) ? '0x' : bytes(fields.signature) }
}

/**
 * Writes an operation in its JSON-RPC form (ERC-7769).
 *
 * @example
 * chain.request('eth_sendUserOperation', [toRpcUserOperation(operation, signature), account.entryPoint])
 */
export function toRpcUserOperation(operation: UserOperation, signature: Hex): RpcUserOperation {
  const written = Object.entries(operation)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, typeof value === 'bigint' ? numberToHex(value) : value] as const)
  return { ...(Object.fromEntries(written) as { sender: Address }), signature }
}
