import {
  type Address,
  decodeAbiParameters,
  getAddress,
  type Hex,
  parseAbiParameters,
  size,
  slice,
} from 'viem'
import type { Call, Decoded } from './Decoded.ts'

type Inner = { target: Address; value?: bigint; callData?: Hex; data?: Hex }

const plain = (to: Address, value: bigint, data: Hex): CarriedCall => ({ to, value, data, delegate: false })

function same(targets: readonly Address[], ...others: (readonly unknown[])[]): void {
  if (others.some(({ length }) => length !== targets.length)) throw new RangeError('Lengths differ')
}

function executeBatch(args: readonly unknown[]): readonly CarriedCall[] {
  if (args.length === 1) return structs(args)
  const targets = args[0] as readonly Address[]
  const data = args.at(-1) as readonly Hex[]
  const values = args.length === 3 ? (args[1] as readonly bigint[]) : targets.map(() => 0n)
  same(targets, values, data)
  return targets.map((target, index) => plain(target, values[index] ?? 0n, data[index] ?? '0x'))
}

const structs = (args: readonly unknown[]): readonly CarriedCall[] =>
  (args.at(-1) as readonly Inner[]).map(({ target, value, callData, data }) =>
    plain(target, value ?? 0n, callData ?? data ?? '0x'),
  )

function execute(to: Address, args: readonly unknown[]): readonly CarriedCall[] {
  if (args.length === 1) return structs(args)
  if (args.length === 2) return executionsOf(to, args[0] as Hex, args[1] as Hex)
  const [target, value, data] = args as [Address, bigint, Hex]
  return [plain(target, value, data)]
}

/** Calls that an account, a multicall or a batch contract passes on. */
export function batchCalls(to: Address, { functionName, args }: Decoded): readonly CarriedCall[] {
  switch (functionName) {
    case 'multicall':
      return (args.at(-1) as readonly Hex[]).map((data) => plain(to, 0n, data))
    case 'multiSend':
      return multiSendCalls(args[0] as Hex)
    case 'execute':
      return execute(to, args)
    case 'executeBatch':
      return executeBatch(args)
    default:
      return structs(args)
  }
}

/** Calls that are made in another account's name. */
export function proxyCalls(to: Address, { functionName, args }: Decoded): readonly CarriedCall[] {
  if (functionName === 'executeFromExecutor') return executionsOf(to, args[0] as Hex, args[1] as Hex)
  if (functionName === 'redeemDelegations') {
    const [contexts, modes, data] = args as [readonly Hex[], readonly Hex[], readonly Hex[]]
    if (contexts.length !== modes.length || modes.length !== data.length)
      throw new RangeError('Lengths differ')
    return modes.flatMap((mode, index) => executionsOf(to, mode, data[index] ?? '0x'))
  }
  const [target, value, data, operation] = args as [Address, bigint, Hex, number]
  return [{ to: target, value, data, delegate: operation === 1 }]
}

/** A call that is carried by another one. `delegate`: the carrier runs the code as its own. */
export type CarriedCall = Call & { delegate: boolean }

const batch = parseAbiParameters('(address target, uint256 value, bytes data)[] calls')

const batchWithData = parseAbiParameters('(address target, uint256 value, bytes data)[] calls, bytes opData')

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
function executionsOf(self: Address, mode: Hex, data: Hex): readonly CarriedCall[] {
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
  try {
    const [calls, opData] = decodeAbiParameters(batchWithData, data)
    if (size(opData) > 0 || calls.length > 0) return listed(calls, self)
  } catch {
    // The form without `opData` follows.
  }
  return listed(decodeAbiParameters(batch, data)[0], self)
}

/**
 * The calls in the packed bytes of Safe's `multiSend`: for each operation, target, value, length and data.
 *
 * @throws when they do not fill the bytes exactly
 */
function multiSendCalls(transactions: Hex): readonly CarriedCall[] {
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
