import type { Address, Hex } from 'viem'
import { batchAbi, controlAbi, permit2Abi, proxyAbi, tokenAbi } from './callAbi.ts'
import { batchCalls, type CarriedCall, proxyCalls } from './carriedCalls.ts'
import { type Call, type Decoded, decodeWith, functionsOf } from './Decoded.ts'
import type { Described } from './Described.ts'
import { sameAddress } from './parseAddress.ts'
import { isUnlimited, permit2Address } from './typedDataPurpose.ts'

export type { Call } from './Decoded.ts'

/** What a call would do, as far as its calldata tells. Amounts are in the token's smallest unit. */
export type DecodedCall =
  | { kind: 'create' }
  | { kind: 'nativeTransfer'; to: Address; value: bigint }
  /** ERC-20 `transfer` and `transferFrom`; the latter also moves an ERC-721 token of id `amount`. */
  | { kind: 'tokenTransfer'; token: Address; from: Address | null; to: Address; amount: bigint }
  /** `approve` of ERC-20, or of ERC-721 with the id as amount. */
  | {
      kind: 'approval'
      token: Address
      spender: Address
      amount: bigint
      unlimited: boolean
      change: 'set' | 'increase' | 'decrease'
      /** The owner of a `permit` that someone else signed. */
      owner: Address | null
      /** Seconds since the epoch until which it holds; missing: for ever. */
      expiresAt?: bigint
    }
  | { kind: 'approvalForAll'; token: Address; operator: Address; approved: boolean }
  | {
      kind: 'collectibleTransfer'
      token: Address
      from: Address
      to: Address
      items: readonly { id: bigint; amount: bigint }[]
    }
  /**
   * Control of a contract is handed over, or something is done in the name of another account, or its code is run as the
   * caller's own (`delegatecall`). `calls`: what is done then, where that can be told.
   */
  | { kind: 'control'; name: string; to: Address; calls: readonly DecodedCall[] }
  | { kind: 'batch'; to: Address; calls: readonly DecodedCall[]; value: bigint }
  /** A descriptor of this build says what it means (ERC-7730), all of it; `calls` are those within it. */
  | {
      kind: 'described'
      to: Address
      value: bigint
      data: Hex
      described: Described
      calls: readonly DecodedCall[]
    }
  | { kind: 'unknown'; to: Address; selector: Hex; value: bigint; data: Hex }

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
    case 'transferFromAndCall': {
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
