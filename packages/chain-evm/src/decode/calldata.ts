import {
  type Address,
  decodeAbiParameters,
  getAddress,
  type Hex,
  parseAbiParameters,
  size,
  slice,
} from 'viem'
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
  const [target, value, data, operation] = args as [Address, bigint, Hex, number]
  return [{ to: target, value, data, delegate: operation === 1 }]
}

/** A call that is carried by another one. `delegate`: the carrier runs the code as its own. */
type CarriedCall = Call & { delegate: boolean }

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

function readCarried(call: CarriedCall, depth: number, budget: Budget): DecodedCall {
  const read = readCall(call, depth + 1, budget)
  if (!call.delegate || call.to === null) return read
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
