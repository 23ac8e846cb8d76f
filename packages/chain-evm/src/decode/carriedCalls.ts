import type { Address, Hex } from 'viem'
import type { Decoded } from './Decoded.ts'
import { type CarriedCall, executionsOf, multiSendCalls } from './executions.ts'

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
