import {
  type Address,
  concatHex,
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionData,
  getAddress,
  type Hex,
  hashMessage,
  hashTypedData,
  hexToBigInt,
  numberToHex,
  parseAbi,
  size,
  sliceHex,
} from 'viem'
import { sameAddress } from '../address.ts'
import { malformed } from '../errors.ts'
import type {
  Call,
  CounterfactualSignature,
  OwnerTypedData,
  SmartAccountKind,
  UserOperation,
  Validity,
} from './model.ts'
import { entryPoint07, safeAddressOf, safeContracts, safeDeployment } from './safeContracts.ts'
import { safeTrial } from './safeTrial.ts'
import { packUserOperation } from './userOperation.ts'

/** ERC-6492: the last 32 bytes of every wrapped signature. */
const magicBytes: Hex = '0x6492649264926492649264926492649264926492649264926492649264926492'

const shape = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const

/**
 * Wraps a signature so that a verifier can deploy the account first (ERC-6492).
 *
 * @example
 * wrapSignature({ ...account.deployment(owner), signature })
 */
export function wrapSignature({ factory, factoryData, signature }: CounterfactualSignature): Hex {
  return concatHex([encodeAbiParameters(shape, [factory, factoryData, signature]), magicBytes])
}

/** Whether a signature ends in ERC-6492's magic bytes. */
export const isWrappedSignature = (signature: string): boolean =>
  signature.toLowerCase().endsWith(magicBytes.slice(2)) && signature.length > magicBytes.length

/** What a signature wraps (ERC-6492); null for any other. */
export function unwrapSignature(signature: Hex): CounterfactualSignature | null {
  if (!isWrappedSignature(signature)) return null
  try {
    const [factory, factoryData, inner] = decodeAbiParameters(shape, signature.slice(0, -64) as Hex)
    return { factory, factoryData, signature: inner }
  } catch {
    return null
  }
}

/**
 * The hash that a signature of `personal_sign` is over (EIP-191 version 0x45).
 *
 * @param message the bytes of the message
 * @example
 * messageHash('0x68656c6c6f') // of "hello"
 */
export const messageHash = (message: Hex): Hex => hashMessage({ raw: message })

const executeAbi = parseAbi([
  'function executeUserOpWithErrorString(address to, uint256 value, bytes data, uint8 operation)',
])
const multiSendAbi = parseAbi(['function multiSend(bytes transactions)'])
/** `Enum.Operation` of Safe. */
const operations = { call: 0, delegateCall: 1 } as const
/** Bytes of a packed call before its data: operation, target, value, length. */
const headSize = 1 + 20 + 32 + 32

const execute = (to: Address, value: bigint, data: Hex, operation: 0 | 1): Hex =>
  encodeFunctionData({
    abi: executeAbi,
    functionName: 'executeUserOpWithErrorString',
    args: [to, value, data, operation],
  }).toLowerCase() as Hex

const pack = ({ to, value, data }: Call): Hex =>
  concatHex([
    numberToHex(operations.call, { size: 1 }),
    to,
    numberToHex(value, { size: 32 }),
    numberToHex(size(data), { size: 32 }),
    data,
  ])

/**
 * One call is made by the account itself, which passes on its reason to fail. Several run in MultiSend's code, which
 * fails as a whole without a reason.
 *
 * @throws MalformedRequestError without a call
 */
export function encodeSafeCalls(calls: readonly Call[]): Hex {
  const [only] = calls
  if (only === undefined) return malformed('noCalls')
  if (calls.length === 1) return execute(only.to, only.value, only.data, operations.call)
  const data = encodeFunctionData({
    abi: multiSendAbi,
    functionName: 'multiSend',
    args: [concatHex(calls.map(pack))],
  })
  return execute(safeContracts.multiSend, 0n, data, operations.delegateCall)
}

/** Throws where the bytes end too early; whatever else is wrong shows when the calls are encoded again. */
function unpack(packed: Hex): Call[] {
  const calls: Call[] = []
  const total = size(packed)
  for (let at = 0; at < total; ) {
    const length = Number(hexToBigInt(sliceHex(packed, at + 53, at + headSize, { strict: true })))
    const end = at + headSize + length
    if (end > total) return malformed('multiSend')
    calls.push({
      to: getAddress(sliceHex(packed, at + 1, at + 21, { strict: true })),
      value: hexToBigInt(sliceHex(packed, at + 21, at + 53, { strict: true })),
      data: length === 0 ? '0x' : sliceHex(packed, at + headSize, end, { strict: true }),
    })
    at = end
  }
  return calls
}

function read(callData: Hex): readonly Call[] {
  const { args } = decodeFunctionData({ abi: executeAbi, data: callData.toLowerCase() as Hex })
  const [to, value, data, operation] = args
  if (operation === operations.call) return [{ to, value, data }]
  return unpack(decodeFunctionData({ abi: multiSendAbi, data }).args[0])
}

/** The strict inverse: null for every text that `encodeSafeCalls` would not have written, to the byte. */
export function decodeSafeCalls(callData: Hex): readonly Call[] | null {
  try {
    const calls = read(callData)
    return encodeSafeCalls(calls) === callData.toLowerCase() ? calls : null
  } catch {
    return null
  }
}

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

const uint48 = (seconds: number): Hex => numberToHex(seconds, { size: 6 })
const NO_END = 2 ** 48 - 1

/** Safe gives other values of `v` other meanings, down to "needs no signature". */
const asOwner = (signature: Hex): Hex =>
  /^0x[0-9a-f]{128}1[bc]$/i.test(signature) ? signature : malformed('ownerSignature')

const withValidity = (signature: Hex, { after, until }: Validity): Hex =>
  concatHex([uint48(after), uint48(until), signature])

/**
 * Recovery runs to its end with it: `r` is the generator's (SEC 2, section 2.4.1), `s` higher than any signer makes it.
 * It has no zero bytes, so that its call data costs what any other's costs at most.
 */
const nobodys: Hex = `0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f817987${'a'.repeat(63)}1c`

/**
 * Safe 1.4.1 with Safe4337Module 0.3.0 for EntryPoint 0.7: one owner, threshold 1, salt nonce 0.
 *
 * @example
 * safeAccount.addressOf('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266') // the same on every network
 */
export const safeAccount: SmartAccountKind = {
  name: 'safe-1.4.1',
  entryPoint: entryPoint07,
  addressOf: safeAddressOf,
  deployment: safeDeployment,
  encodeCalls: encodeSafeCalls,
  decodeCalls: decodeSafeCalls,
  stubSignature: withValidity(nobodys, { after: 0, until: NO_END }),
  operationToSign: safeOperation,
  trialOf: (owner, operation, chainId, random) =>
    safeTrial(owner, operation, random, {
      pack: packUserOperation,
      hashOf: (tried) => safeOperation(tried, chainId, { after: 0, until: 0 }).hash,
    }),
  operationSignature: (signature, validity) => withValidity(asOwner(signature), validity),
  hashToSign: safeMessage,
  accountSignature: (owner, signature, deployed) =>
    deployed
      ? asOwner(signature)
      : wrapSignature({ ...safeDeployment(owner), signature: asOwner(signature) }),
  isOwnDomain: (owner, contract) =>
    [safeAddressOf(owner), safeContracts.module].some((own) => sameAddress(own, contract)),
}
