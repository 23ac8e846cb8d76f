import type { Address, Hex } from 'viem'
import { batchAbi, controlAbi, permit2Abi, proxyAbi, tokenAbi } from './callAbi.ts'
import { batchCalls, proxyCalls } from './carriedCalls.ts'
import type { Described } from './clearSigning/Described.ts'
import { type Call, type Decoded, decodeWith, functionsOf } from './Decoded.ts'
import type { CarriedCall } from './executions.ts'
import { sameAddress } from './parseAddress.ts'
import { permit2Calls } from './permit2Calls.ts'
import { tokenCall } from './tokenCall.ts'
import { permit2Address } from './typedDataPurpose.ts'

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
