import type { Address, Hex } from 'viem'
import { sameAddress } from './address.ts'
import {
  batchAbi,
  controlAbi,
  decodeWith,
  functionsOf,
  isUnlimited,
  permit2Abi,
  permit2Address,
  proxyAbi,
  tokenAbi,
} from './callAbi.ts'
import { type CarriedCall, executionsOf, multiSendCalls } from './executions.ts'
import type { Call, Decoded, DecodedCall } from './model.ts'

type Inner = { target: Address; value?: bigint; callData?: Hex; data?: Hex }

/** A call that somebody signed for a forwarder (ERC-2771). */
type Forwarded = { to: Address; value: bigint; data: Hex }

const plainCall = (to: Address, value: bigint, data: Hex): CarriedCall => ({
  to,
  value,
  data,
  delegate: false,
})

function checkLengths(targets: readonly Address[], ...others: (readonly unknown[])[]): void {
  if (others.some(({ length }) => length !== targets.length)) throw new RangeError('Lengths differ')
}

function executeBatch(args: readonly unknown[]): readonly CarriedCall[] {
  if (args.length === 1) return structs(args)
  const targets = args[0] as readonly Address[]
  const data = args.at(-1) as readonly Hex[]
  const values = args.length === 3 ? (args[1] as readonly bigint[]) : targets.map(() => 0n)
  checkLengths(targets, values, data)
  return targets.map((target, index) => plainCall(target, values[index] ?? 0n, data[index] ?? '0x'))
}

const structs = (args: readonly unknown[]): readonly CarriedCall[] =>
  (args.at(-1) as readonly Inner[]).map(({ target, value, callData, data }) =>
    plainCall(target, value ?? 0n, callData ?? data ?? '0x'),
  )

function execute(to: Address, args: readonly unknown[]): readonly CarriedCall[] {
  if (args.length === 1) return structs(args)
  if (args.length === 2) return executionsOf(to, args[0] as Hex, args[1] as Hex)
  const [target, value, data] = args as [Address, bigint, Hex]
  return [plainCall(target, value, data)]
}

/** Calls that an account, a multicall or a batch contract passes on. */
function batchCalls(to: Address, { functionName, args }: Decoded): readonly CarriedCall[] {
  switch (functionName) {
    case 'multicall':
      return (args.at(-1) as readonly Hex[]).map((data) => plainCall(to, 0n, data))
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
function proxyCalls(to: Address, { functionName, args }: Decoded): readonly CarriedCall[] {
  if (functionName === 'executeFromExecutor') return executionsOf(to, args[0] as Hex, args[1] as Hex)
  if (functionName === 'redeemDelegations') {
    const [contexts, modes, data] = args as [readonly Hex[], readonly Hex[], readonly Hex[]]
    if (contexts.length !== modes.length || modes.length !== data.length)
      throw new RangeError('Lengths differ')
    return modes.flatMap((mode, index) => executionsOf(to, mode, data[index] ?? '0x'))
  }
  if (functionName === 'executeMetaTransaction') return [plainCall(to, 0n, args[1] as Hex)]
  if (functionName === 'execute' || functionName === 'executeBatch')
    return [args[0] as Forwarded | readonly Forwarded[]]
      .flat()
      .map((request) => plainCall(request.to, request.value, request.data))
  // Besides its call a Safe pays the one who hands it in: as much gas as they say, at a price and in a token of theirs.
  if (functionName === 'execTransaction' && args[6] !== 0n) throw new RangeError('Pays a refund')
  const [target, value, data, operation] = args as [Address, bigint, Hex, number]
  return [{ to: target, value, data, delegate: operation === 1 }]
}

/** How deep calls within calls are read. */
const maxDepth = 5

/** How many calls are read in all, however often the same bytes are pointed at. */
const maxCalls = 100

const tokenFunctions = functionsOf(tokenAbi)

const permit2Functions = functionsOf(permit2Abi)

const batchFunctions = functionsOf(batchAbi)

const proxyFunctions = functionsOf(proxyAbi)

const controlFunctions = functionsOf(controlAbi)

type Budget = { left: number }

/** What Permit2 would do: one step, or several. */
function permit2Call(to: Address, decoded: Decoded): DecodedCall {
  const calls = permit2Calls(decoded)
  const [only] = calls
  return only && calls.length === 1 ? only : { kind: 'batch', to, value: 0n, calls }
}

/** Money that goes along with a call that is told by its own steps is a step of its own: nobody else tells of it. */
function withMoney(read: DecodedCall, { to, value }: Call): DecodedCall {
  if (value === 0n || to === null || (read.kind !== 'batch' && read.kind !== 'control')) return read
  return { ...read, calls: [{ kind: 'nativeTransfer', to, value }, ...read.calls] }
}

function readCarried(call: CarriedCall, depth: number, budget: Budget): DecodedCall {
  const read = readCall(call, depth + 1, budget)
  // Foreign code runs where it is called from: it is given no money.
  if (!call.delegate || call.to === null) return withMoney(read, call)
  return { kind: 'control', name: 'delegatecall', to: call.to, calls: [read] }
}

/** The calls that a call carries; undefined when it carries none that can be told, or too many. */
function carried(
  calls: (to: Address, decoded: Decoded) => readonly CarriedCall[],
  to: Address,
  decoded: Decoded | undefined,
  depth: number,
  budget: Budget,
): readonly DecodedCall[] | undefined {
  if (!decoded || depth >= maxDepth) return undefined
  try {
    const inner = calls(to, decoded)
    if (inner.length === 0 || inner.length > budget.left) return undefined
    budget.left -= inner.length
    return inner.map((next) => readCarried(next, depth, budget))
  } catch {
    return undefined
  }
}

/** A call that nobody can read, inside one that acts for another account. */
const unread = ({ to, value, data }: Call & { to: Address }): DecodedCall => ({
  kind: 'unknown',
  to,
  selector: data.slice(0, 10) as Hex,
  value,
  data,
})

function readCall(call: Call, depth: number, budget: Budget): DecodedCall {
  const { to, value, data } = call
  if (to === null) return { kind: 'create' }
  if (data === '0x') return { kind: 'nativeTransfer', to, value }
  const permit2 =
    sameAddress(to, permit2Address) && value === 0n ? decodeWith(permit2Functions, data) : undefined
  if (permit2) return permit2Call(to, permit2)
  const token = decodeWith(tokenFunctions, data)
  // None of these takes money: with value it is not the call that it looks like.
  if (token && value === 0n) return tokenCall(to, token)
  const control = decodeWith(controlFunctions, data)
  if (control) return { kind: 'control', name: control.functionName, to, calls: [] }
  const proxy = decodeWith(proxyFunctions, data)
  if (proxy) {
    const calls = carried(proxyCalls, to, proxy, depth, budget) ?? [unread({ to, value, data })]
    return { kind: 'control', name: proxy.functionName, to, calls }
  }
  const calls = carried(batchCalls, to, decodeWith(batchFunctions, data), depth, budget)
  return calls ? { kind: 'batch', to, value, calls } : unread({ to, value, data })
}

/**
 * Reads what a call would do: transfers and approvals of tokens (ERC-20, 721, 777, 1155, 1363, 6909, Permit2), calls that
 * carry others (multicalls, MultiSend, ERC-4337, 7579, 7710 and 7821 accounts; five levels deep), and calls that hand over
 * control. Anything else is `unknown`, which is never a sign of safety.
 *
 * @example
 * decodeCall({ to: token, value: 0n, data: '0xa9059cbb…' }) // { kind: 'tokenTransfer', … }
 */
export const decodeCall = (call: Call): DecodedCall => readCall(call, 0, { left: maxCalls })

/** The same for a call that is a step of another one. */
export const decodeStep = (call: Call): DecodedCall => withMoney(decodeCall(call), call)

/** The calls that a call carries. */
export const innerCalls = (call: DecodedCall): readonly DecodedCall[] =>
  call.kind === 'batch' || call.kind === 'described' || call.kind === 'control' ? call.calls : []

/** Every call in the tree that does something itself. */
export function flattenCalls(call: DecodedCall): readonly Exclude<DecodedCall, { kind: 'batch' }>[] {
  const inner = innerCalls(call).flatMap(flattenCalls)
  return call.kind === 'batch' ? inner : [call, ...inner]
}

const changeOf = (functionName: string) =>
  functionName.startsWith('increase') ? 'increase' : functionName.startsWith('decrease') ? 'decrease' : 'set'

function approvalOf(token: Address, { functionName, args }: Decoded): DecodedCall {
  const permit = functionName === 'permit'
  const [spender, amount] = (permit ? args.slice(1) : args) as [Address, bigint]
  const change = changeOf(functionName)
  const unlimited = change !== 'decrease' && isUnlimited(amount, 256)
  const owner = permit ? (args[0] as Address) : null
  return { kind: 'approval', token, spender, amount, unlimited, change, owner }
}

/** DAI's `permit`, which allows everything or nothing. */
function daiPermit(token: Address, args: readonly unknown[]): DecodedCall {
  const [owner, spender, , , allowed] = args as [Address, Address, bigint, bigint, boolean]
  const amount = allowed ? 2n ** 256n - 1n : 0n
  return { kind: 'approval', token, spender, amount, unlimited: allowed, change: 'set', owner }
}

function collectibleOf(token: Address, { functionName, args }: Decoded): DecodedCall {
  const [from, to, id, fourth] = args as [Address, Address, unknown, unknown]
  if (functionName === 'safeBatchTransferFrom') {
    const amounts = fourth as readonly bigint[]
    const items = (id as readonly bigint[]).map((item, index) => ({ id: item, amount: amounts[index] ?? 0n }))
    return { kind: 'collectibleTransfer', token, from, to, items }
  }
  const amount = typeof fourth === 'bigint' ? fourth : 1n
  return { kind: 'collectibleTransfer', token, from, to, items: [{ id: id as bigint, amount }] }
}

/** What a call of a token's standard function does: ERC-20, 721, 777, 1155, 1363, 2612, 6909 and DAI's permit. */
function tokenCall(token: Address, decoded: Decoded): DecodedCall {
  const { functionName, args } = decoded
  switch (functionName) {
    case 'transfer':
    case 'transferAndCall':
    case 'send': {
      const [to, amount] = args as [Address, bigint]
      return { kind: 'tokenTransfer', token, from: null, to, amount }
    }
    case 'transferFrom':
    case 'transferFromAndCall':
    case 'transferWithAuthorization':
    case 'receiveWithAuthorization': {
      const [from, to, amount] = args as [Address, Address, bigint]
      return { kind: 'tokenTransfer', token, from, to, amount }
    }
    case 'setApprovalForAll':
    case 'setOperator': {
      const [operator, approved] = args as [Address, boolean]
      return { kind: 'approvalForAll', token, operator, approved }
    }
    case 'authorizeOperator':
    case 'revokeOperator': {
      const approved = functionName === 'authorizeOperator'
      return { kind: 'approvalForAll', token, operator: args[0] as Address, approved }
    }
    case 'permit':
      return typeof args[4] === 'boolean' ? daiPermit(token, args) : approvalOf(token, decoded)
    default:
      return functionName.startsWith('safe') ? collectibleOf(token, decoded) : approvalOf(token, decoded)
  }
}

type Details = { token: Address; amount: bigint; expiration: number }

type Transfer = { from: Address; to: Address; amount: bigint; token: Address }

type Permitted = { token: Address }

type Target = { to: Address; requestedAmount: bigint }

const permit2ApprovalOf = (details: Details, spender: Address, owner: Address | null): DecodedCall => ({
  kind: 'approval',
  token: details.token,
  spender,
  amount: details.amount,
  unlimited: isUnlimited(details.amount, 160),
  change: 'set',
  owner,
  expiresAt: BigInt(details.expiration),
})

const transferOf = ({ token, from, to, amount }: Transfer): DecodedCall => ({
  kind: 'tokenTransfer',
  token,
  from,
  to,
  amount,
})

const listOf = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T])

function permitsOf([owner, permit]: readonly unknown[]): DecodedCall[] {
  const { details, spender } = permit as { details: Details | readonly Details[]; spender: Address }
  return listOf(details).map((one) => permit2ApprovalOf(one, spender, owner as Address))
}

function signedTransfersOf([permit, targets, owner]: readonly unknown[]): DecodedCall[] {
  const permitted = listOf((permit as { permitted: Permitted | readonly Permitted[] }).permitted)
  return listOf(targets as Target | readonly Target[]).flatMap(({ to, requestedAmount }, index) => {
    const token = permitted[index]?.token
    return token ? [transferOf({ token, from: owner as Address, to, amount: requestedAmount })] : []
  })
}

/** What a call of Permit2 does to each token: allowances that are given, or transfers. */
function permit2Calls({ functionName, args }: Decoded): readonly DecodedCall[] {
  if (functionName === 'approve') {
    const [token, spender, amount, expiration] = args as [Address, Address, bigint, number]
    return [permit2ApprovalOf({ token, amount, expiration }, spender, null)]
  }
  if (functionName === 'permit') return permitsOf(args)
  if (functionName !== 'transferFrom') return signedTransfersOf(args)
  if (args.length === 1) return (args[0] as readonly Transfer[]).map(transferOf)
  const [from, to, amount, token] = args as [Address, Address, bigint, Address]
  return [transferOf({ from, to, amount, token })]
}
