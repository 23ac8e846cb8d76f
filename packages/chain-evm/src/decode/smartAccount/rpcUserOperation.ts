import { type Address, type Hex, numberToHex } from 'viem'
import { malformed, refuse } from '../errors.ts'
import { parseAddress } from '../parseAddress.ts'
import type { UserOperation } from './SmartAccount.ts'
import { packUserOperation } from './userOperation.ts'

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

/** A user operation as bundlers take it. */
export type RpcUserOperation = { readonly sender: Address; readonly signature: Hex } & {
  readonly [name: string]: Hex
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
