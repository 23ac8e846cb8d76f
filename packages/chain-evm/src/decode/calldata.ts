import { type Abi, type Address, decodeFunctionData, encodeFunctionData, type Hex } from 'viem'
import { batchAbi, controlAbi, permit2Abi, tokenAbi } from './callAbi.ts'
import { sameAddress } from './parseAddress.ts'
import { permit2Calls } from './permit2Calls.ts'
import { isUnlimited, permit2Address } from './typedDataPurpose.ts'

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
  | { kind: 'control'; name: string; to: Address }
  | { kind: 'batch'; to: Address; calls: readonly DecodedCall[]; value: bigint }
  | { kind: 'unknown'; to: Address; selector: Hex; value: bigint }

export type Call = { to: Address | null; value: bigint; data: Hex }

/** How deep calls within calls are read. */
const maxDepth = 5
const maxCalls = 100

export type Decoded = { functionName: string; args: readonly unknown[] }

/** Decodes only what encodes back to the same bytes; a suffix is allowed, since contracts do not see it (ERC-8021). */
function decode(abi: Abi, data: Hex): Decoded | undefined {
  try {
    const { functionName, args = [] } = decodeFunctionData({ abi, data })
    const again = encodeFunctionData({ abi, functionName, args })
    return data.toLowerCase().startsWith(again.toLowerCase()) ? { functionName, args } : undefined
  } catch {
    return undefined
  }
}

function approvalOf(token: Address, { functionName, args }: Decoded): DecodedCall {
  const permit = functionName === 'permit'
  const [spender, amount] = (permit ? args.slice(1) : args) as [Address, bigint]
  const change = functionName.startsWith('increase')
    ? 'increase'
    : functionName.startsWith('decrease')
      ? 'decrease'
      : 'set'
  const unlimited = change !== 'decrease' && isUnlimited(amount, 256)
  const owner = permit ? (args[0] as Address) : null
  return { kind: 'approval', token, spender, amount, unlimited, change, owner }
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

function tokenCall(token: Address, decoded: Decoded): DecodedCall {
  const { functionName, args } = decoded
  if (functionName === 'transfer') {
    const [to, amount] = args as [Address, bigint]
    return { kind: 'tokenTransfer', token, from: null, to, amount }
  }
  if (functionName === 'transferFrom') {
    const [from, to, amount] = args as [Address, Address, bigint]
    return { kind: 'tokenTransfer', token, from, to, amount }
  }
  if (functionName === 'setApprovalForAll') {
    const [operator, approved] = args as [Address, boolean]
    return { kind: 'approvalForAll', token, operator, approved }
  }
  return functionName.startsWith('safe') ? collectibleOf(token, decoded) : approvalOf(token, decoded)
}

/** What Permit2 would do: one step, or several. */
function permit2Call(to: Address, decoded: Decoded): DecodedCall {
  const calls = permit2Calls(decoded)
  const [only] = calls
  return only && calls.length === 1 ? only : { kind: 'batch', to, value: 0n, calls }
}

type Inner = { target: Address; value?: bigint; callData?: Hex; data?: Hex }

function innerCalls(to: Address, { functionName, args }: Decoded): Call[] {
  if (functionName === 'multicall')
    return (args.at(-1) as readonly Hex[]).map((data) => ({ to, value: 0n, data }))
  if (functionName === 'execute') {
    const [target, value, data] = args as [Address, bigint, Hex]
    return [{ to: target, value, data }]
  }
  return (args.at(-1) as readonly Inner[]).map((call) => ({
    to: call.target,
    value: call.value ?? 0n,
    data: call.callData ?? call.data ?? '0x',
  }))
}

/**
 * Reads what a call would do: transfers and approvals of ERC-20, ERC-721, ERC-1155 and Permit2, calls that carry others (five
 * levels deep), and calls that hand over control. Anything else is `unknown`, which is never a sign of safety.
 *
 * @example
 * decodeCall({ to: token, value: 0n, data: '0xa9059cbb…' }) // { kind: 'tokenTransfer', … }
 */
export function decodeCall(call: Call, depth = 0): DecodedCall {
  const { to, value, data } = call
  if (to === null) return { kind: 'create' }
  if (data === '0x') return { kind: 'nativeTransfer', to, value }
  const permit2 = sameAddress(to, permit2Address) && value === 0n ? decode(permit2Abi, data) : undefined
  if (permit2) return permit2Call(to, permit2)
  const token = decode(tokenAbi, data)
  // None of these takes money: with value it is not the call that it looks like.
  if (token && value === 0n) return tokenCall(to, token)
  const control = decode(controlAbi, data)
  if (control) return { kind: 'control', name: control.functionName, to }
  const batch = depth < maxDepth ? decode(batchAbi, data) : undefined
  const inner = batch ? innerCalls(to, batch) : []
  if (batch && inner.length > 0 && inner.length <= maxCalls)
    return { kind: 'batch', to, value, calls: inner.map((next) => decodeCall(next, depth + 1)) }
  return { kind: 'unknown', to, selector: data.slice(0, 10) as Hex, value }
}

/** Every call in the tree that does something itself. */
export function flattenCalls(call: DecodedCall): readonly Exclude<DecodedCall, { kind: 'batch' }>[] {
  return call.kind === 'batch' ? call.calls.flatMap(flattenCalls) : [call]
}
