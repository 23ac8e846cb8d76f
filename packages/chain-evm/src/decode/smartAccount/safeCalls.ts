import {
  type Address,
  concatHex,
  decodeFunctionData,
  encodeFunctionData,
  getAddress,
  type Hex,
  hexToBigInt,
  numberToHex,
  parseAbi,
  size,
  sliceHex,
} from 'viem'
import { malformed } from '../errors.ts'
import type { Call } from './SmartAccount.ts'
import { safeContracts } from './safeContracts.ts'

const abi = parseAbi([
  'function executeUserOpWithErrorString(address to, uint256 value, bytes data, uint8 operation)',
])
const multiSendAbi = parseAbi(['function multiSend(bytes transactions)'])
/** `Enum.Operation` of Safe. */
const operations = { call: 0, delegateCall: 1 } as const
/** Bytes of a packed call before its data: operation, target, value, length. */
const headSize = 1 + 20 + 32 + 32

const execute = (to: Address, value: bigint, data: Hex, operation: 0 | 1): Hex =>
  encodeFunctionData({
    abi,
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
  const { args } = decodeFunctionData({ abi, data: callData.toLowerCase() as Hex })
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
