import {
  type Address,
  decodeAbiParameters,
  getAddress,
  type Hex,
  parseAbiParameters,
  size,
  slice,
} from 'viem'
import type { Call } from './model.ts'

/** A call that is carried by another one. `delegate`: the carrier runs the code as its own. */
export type CarriedCall = Call & { delegate: boolean }

const batchParams = parseAbiParameters('(address target, uint256 value, bytes data)[] calls')

const batchWithDataParams = parseAbiParameters(
  '(address target, uint256 value, bytes data)[] calls, bytes opData',
)

/** Address and value as they stand packed in front of a call's data. */
function packedCall(data: Hex): CarriedCall {
  return {
    to: getAddress(slice(data, 0, 20)),
    value: BigInt(slice(data, 20, 52)),
    data: size(data) > 52 ? slice(data, 52) : '0x',
    delegate: false,
  }
}

type Listed = { target: Address; value: bigint; data: Hex }

const listed = (calls: readonly Listed[], self: Address): CarriedCall[] =>
  // ERC-7821: address zero stands for the account itself.
  calls.map(({ target, value, data }) => ({
    to: /^0x0{40}$/.test(target) ? self : target,
    value,
    data,
    delegate: false,
  }))

/**
 * The calls of an execution (ERC-7579 "execution mode", ERC-7821): a single packed call, several, or foreign code.
 *
 * @throws when the bytes are none
 */
export function executionsOf(self: Address, mode: Hex, data: Hex): readonly CarriedCall[] {
  const callType = slice(mode, 0, 1)
  if (callType === '0x00') return [packedCall(data)]
  if (callType === '0xff')
    return [
      {
        to: getAddress(slice(data, 0, 20)),
        value: 0n,
        data: size(data) > 20 ? slice(data, 20) : '0x',
        delegate: true,
      },
    ]
  if (callType !== '0x01') throw new RangeError('Unknown call type')
  // Some accounts take it for lists of calls (ERC-7821), others for one list (ERC-7579): the same bytes are other calls.
  if (slice(mode, 6, 10) === '0x78210002') throw new RangeError('Ambiguous mode')
  try {
    const [calls, opData] = decodeAbiParameters(batchWithDataParams, data)
    if (size(opData) > 0 || calls.length > 0) return listed(calls, self)
  } catch {
    // The form without `opData` follows.
  }
  return listed(decodeAbiParameters(batchParams, data)[0], self)
}

/**
 * The calls in the packed bytes of Safe's `multiSend`: for each operation, target, value, length and data.
 *
 * @throws when they do not fill the bytes exactly
 */
export function multiSendCalls(transactions: Hex): readonly CarriedCall[] {
  const calls: CarriedCall[] = []
  const end = size(transactions)
  for (let at = 0; at < end; ) {
    const head = slice(transactions, at, at + 85, { strict: true })
    const operation = slice(head, 0, 1)
    if (operation !== '0x00' && operation !== '0x01') throw new RangeError('Unknown operation')
    const length = BigInt(slice(head, 53, 85))
    if (length > BigInt(end - at - 85)) throw new RangeError('Too short')
    const next = at + 85 + Number(length)
    const data = length === 0n ? '0x' : slice(transactions, at + 85, next)
    calls.push({
      to: getAddress(slice(head, 1, 21)),
      value: BigInt(slice(head, 21, 53)),
      data,
      delegate: operation === '0x01',
    })
    at = next
  }
  return calls
}
