import type { Address, Hex } from 'viem'
import { type DecodedCall, decodeCall, flattenCalls } from '../calldata.ts'
import { decodeAs } from '../Decoded.ts'
import { malformed } from '../errors.ts'
import { dataOfCall } from './DataNode.ts'
import type { CallFormat } from './Descriptor.ts'
import type { DescriptorSet } from './DescriptorSet.ts'
import { describeData } from './describeData.ts'
import { orNull } from './orNull.ts'
import type { InnerCall } from './resolveSource.ts'

/** Where a call is made, and by whom. */
export type CallContext = { chainId: number; from: Address }

type Unread = Extract<DecodedCall, { kind: 'unknown' }>

/** How deep calls within described calls are followed. */
const maxDepth = 4

const argsOf = ({ abi }: CallFormat, data: Hex): readonly unknown[] =>
  decodeAs(abi, data)?.args ?? malformed('descriptorData', 'encoding')

const isUnread = (call: DecodedCall) =>
  flattenCalls(call).some(({ kind }) => kind === 'unknown' || kind === 'create')

function describeUnread(set: DescriptorSet, call: Unread, context: CallContext, depth: number): DecodedCall {
  const { to, value, data } = call
  const match = set.formatOfCall(context.chainId, to, data.slice(0, 10).toLowerCase())
  if (!match) return call
  const calls: DecodedCall[] = []
  const onCall = (inner: InnerCall) => {
    if (depth >= maxDepth) malformed('descriptorDepth')
    const read = describeCallTree(set, decodeCall(inner), { ...context, from: inner.from }, depth + 1)
    if (isUnread(read)) malformed('descriptorInner')
    calls.push(read)
  }
  const described = orNull(() => {
    const { descriptor, format } = match
    return describeData(descriptor, format, dataOfCall(format.abi.inputs, argsOf(format, data)), {
      container: { ...context, to, value },
      nameOf: (address) => set.nameOf(context.chainId, address),
      tokenOf: (address) => set.tokenOf(context.chainId, address),
      onCall,
    })
  })
  return described ? { kind: 'described', to, value, data, described, calls } : call
}

/** Describes every step that could not be read and that a descriptor covers wholly. */
export function describeCallTree(
  set: DescriptorSet,
  call: DecodedCall,
  context: CallContext,
  depth = 0,
): DecodedCall {
  if (call.kind === 'unknown') return describeUnread(set, call, context, depth)
  if (depth > maxDepth || (call.kind !== 'batch' && call.kind !== 'control')) return call
  return { ...call, calls: call.calls.map((inner) => describeCallTree(set, inner, context, depth + 1)) }
}
