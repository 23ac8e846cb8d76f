import { type Address, type Hex, hashStruct } from 'viem'
import { sameAddress } from '../address.ts'
import { decodeAs } from '../callAbi.ts'
import { decodeStep, flattenCalls } from '../calldata.ts'
import { malformed } from '../errors.ts'
import type { DecodedCall, Described, PinnedToken, TypedDataRequest } from '../model.ts'
import type {
  CallFormat,
  Deployment,
  Descriptor,
  DescriptorContext,
  Factory,
  TypedFormat,
} from './Descriptor.ts'
import { dataOfCall, dataOfTyped, type InnerCall } from './dataPaths.ts'
import { describeData } from './describeData.ts'
import { readDescriptor } from './readDescriptor.ts'

/** Whether a factory made a contract, as the network tells; without an answer it did not. */
export type IsFromFactory = (factory: Factory, chainId: number, address: Address) => boolean

const isDeployed = (deployments: readonly Deployment[], chainId: number, address: string): boolean =>
  deployments.some((one) => one.chainId === chainId && sameAddress(one.address, address))

/** Whether every constraint of a contract context holds for the target of a call. */
function matchesCall(
  context: DescriptorContext,
  chainId: number,
  to: Address,
  isFromFactory: IsFromFactory,
): boolean {
  if (context.kind !== 'contract') return false
  const { deployments, factory } = context
  if (deployments !== null && !isDeployed(deployments, chainId, to)) return false
  if (factory !== null && !isFromFactory(factory, chainId, to)) return false
  return deployments !== null || factory !== null
}

const separatorOf = ({ domain, types }: TypedDataRequest): string =>
  hashStruct({
    data: domain as Record<string, unknown>,
    primaryType: 'EIP712Domain',
    types: types as Record<string, { name: string; type: string }[]>,
  })

/** Whether every constraint of an EIP-712 context holds for the domain of typed data. */
function matchesTyped(context: DescriptorContext, data: TypedDataRequest): boolean {
  if (context.kind !== 'eip712') return false
  const { chainId, verifyingContract } = data.domain
  // Without both nothing could be said about where it counts.
  if (chainId === undefined || verifyingContract === undefined) return false
  const { deployments, domain, domainSeparator } = context
  if (deployments !== null && !isDeployed(deployments, chainId, verifyingContract)) return false
  if (domainSeparator !== null && separatorOf(data) !== domainSeparator) return false
  const given: Readonly<Record<string, unknown>> = data.domain
  return Object.entries(domain).every(([name, value]) => given[name] === value)
}

/** Anything that goes wrong comes to the same: nothing is said. */
function orNull<T>(attempt: () => T): T | null {
  try {
    return attempt()
  } catch {
    return null
  }
}

/** A descriptor whose context holds, with the one of its formats that fits. */
type Match<Format> = { readonly descriptor: Descriptor; readonly format: Format }

/** The descriptors of a build. Where two fit, neither does: which of them holds could not be told. */
type DescriptorSet = {
  formatOfCall(chainId: number, to: Address, selector: string): Match<CallFormat> | null
  formatOfTyped(data: TypedDataRequest): Match<TypedFormat> | null
  nameOf(chainId: number, address: string): string | null
  tokenOf(chainId: number, address: string): PinnedToken | null
}

const only = <T>(items: readonly T[]): T | null => (items.length === 1 ? (items[0] ?? null) : null)

const isAt = ({ context }: Descriptor, chainId: number, address: string): boolean =>
  context.kind === 'contract' &&
  (context.deployments ?? []).some((one) => one.chainId === chainId && sameAddress(one.address, address))

/** Reads descriptors; one that cannot be read says nothing. */
function createDescriptorSet(documents: readonly unknown[], isFromFactory: IsFromFactory): DescriptorSet {
  const all = documents.flatMap((document) => orNull(() => readDescriptor(document)) ?? [])
  const at = (chainId: number, address: string) => all.filter((one) => isAt(one, chainId, address))
  return {
    formatOfCall: (chainId, to, selector) =>
      only(
        all
          .filter(({ context }) => matchesCall(context, chainId, to, isFromFactory))
          .flatMap((descriptor) =>
            descriptor.calls
              .filter((format) => format.selector === selector)
              .map((format) => ({ descriptor, format })),
          ),
      ),
    formatOfTyped(data) {
      const encodeType = encodeTypeOf(data)
      return only(
        all
          .filter(({ context }) => matchesTyped(context, data))
          .flatMap((descriptor) =>
            descriptor.messages
              .filter((format) => format.encodeType === encodeType)
              .map((format) => ({ descriptor, format })),
          ),
      )
    },
    nameOf: (chainId, address) =>
      only([...new Set(at(chainId, address).map(({ contractName, owner }) => contractName ?? owner))]),
    tokenOf: (chainId, address) => only(at(chainId, address).flatMap(({ token }) => token ?? [])),
  }
}

/** `encodeType` of EIP-712 for the primary type: the struct itself, then the others that it needs by name. */
function encodeTypeOf({ primaryType, types }: TypedDataRequest): string {
  const others = Object.keys(types)
    .filter((name) => name !== primaryType && name !== 'EIP712Domain')
    .sort()
  return [primaryType, ...others]
    .map(
      (name) => `${name}(${(types[name] ?? []).map((member) => `${member.type} ${member.name}`).join(',')})`,
    )
    .join('')
}

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
    const read = describeCallTree(set, decodeStep(inner), { ...context, from: inner.from }, depth + 1)
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

/** Whether a step is made by the account itself: a multicall passes its sender on to itself, and nobody else does. */
function isOwnStep(inner: DecodedCall, carrier: Address, { from }: CallContext): boolean {
  return sameAddress(carrier, from) || ('to' in inner && sameAddress(inner.to, carrier))
}

/**
 * Describes every step that could not be read and that a descriptor covers wholly. A descriptor speaks of whoever makes the
 * call, such as of what they get for it: a step that somebody else makes stays unread.
 */
function describeCallTree(
  set: DescriptorSet,
  call: DecodedCall,
  context: CallContext,
  depth = 0,
): DecodedCall {
  if (call.kind === 'unknown') return describeUnread(set, call, context, depth)
  if (depth > maxDepth || (call.kind !== 'batch' && call.kind !== 'control')) return call
  // Foreign code that runs as the caller's own is no call of the contract that it is of.
  if (call.kind === 'control' && call.name === 'delegatecall') return call
  return {
    ...call,
    calls: call.calls.map((inner) =>
      isOwnStep(inner, call.to, context) ? describeCallTree(set, inner, context, depth + 1) : inner,
    ),
  }
}

/** Says what calls and typed data mean, by the descriptors that it was made with and by nothing else. */
export type ClearSigner = {
  /**
   * Puts a description in place of every step that could not be read and that a descriptor covers wholly. Whatever no
   * descriptor covers stays as it is.
   */
  describeCall(call: DecodedCall, context: CallContext): DecodedCall
  /** What typed data means; null when no descriptor covers all of it. */
  describeTypedData(data: TypedDataRequest): Described | null
  /** What this build calls a contract; null: nothing. */
  nameOf(chainId: number, address: string): string | null
  /** A token's metadata where this build vouches for it. */
  tokenOf(chainId: number, address: string): PinnedToken | null
}

/**
 * Makes a clear signer (ERC-7730) from descriptors. One that cannot be read says nothing; so does anything that fails
 * while it describes.
 *
 * @param documents parsed JSON
 * @param isFromFactory answers the `factory` constraint; without it no factory's contract is described
 * @example
 * createClearSigner(snapshot).describeCall(decodeCall(call), { chainId: 1, from })
 */
export function createClearSigner(
  documents: readonly unknown[],
  isFromFactory: IsFromFactory = () => false,
): ClearSigner {
  const set = createDescriptorSet(documents, isFromFactory)
  return {
    describeCall: (call, context) => describeCallTree(set, call, context),
    describeTypedData: (data) =>
      orNull(() => {
        const match = set.formatOfTyped(data)
        const { chainId, verifyingContract: to } = data.domain
        if (!match || chainId === undefined || to === undefined) return null
        return describeData(match.descriptor, match.format, dataOfTyped(data), {
          container: { chainId, to, from: data.address, value: 0n },
          nameOf: (address) => set.nameOf(chainId, address),
          tokenOf: (address) => set.tokenOf(chainId, address),
          onCall: () => malformed('descriptorInner'),
        })
      }),
    nameOf: set.nameOf,
    tokenOf: set.tokenOf,
  }
}
