import { type AbiParameter, type Address, getAddress, type Hex, isHex, size, slice } from 'viem'
import { malformed } from '../errors.ts'
import type { PinnedToken, TypedDataRequest, TypedValue } from '../model.ts'
import { typedShapeOf } from '../typedDataTypes.ts'
import type { FieldPath, FormatParams, Literal, PathStep, Source } from './Descriptor.ts'
import { pathText } from './readFields.ts'

/** A value of the data that is signed. */
export type DataLeaf =
  | { kind: 'integer'; value: bigint }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'address'; value: Address }
  | { kind: 'bytes'; value: Hex }
  | { kind: 'string'; value: string }

/** The data that is signed, from calldata or from typed data. */
export type DataNode =
  | DataLeaf
  | { kind: 'struct'; members: ReadonlyMap<string, DataNode> }
  | { kind: 'array'; items: readonly DataNode[] }

/** No more elements than a person could look through. */
const maxItems = 100

const list = (items: readonly DataNode[]): DataNode =>
  items.length > maxItems ? malformed('descriptorData') : { kind: 'array', items }

function leaf(type: string, value: unknown): DataLeaf {
  if (/^u?int[0-9]*$/.test(type)) return { kind: 'integer', value: BigInt(value as bigint | number | string) }
  if (type === 'bool') return { kind: 'boolean', value: value as boolean }
  if (type === 'address') return { kind: 'address', value: getAddress(value as string) }
  if (type === 'string') return { kind: 'string', value: value as string }
  return /^bytes[0-9]*$/.test(type)
    ? { kind: 'bytes', value: value as Hex }
    : malformed('descriptorData', type)
}

function paramNode(param: AbiParameter, value: unknown): DataNode {
  const array = /^(.*)\[[0-9]*\]$/.exec(param.type)
  if (array) {
    const item = { ...param, type: array[1] ?? '' }
    return list((value as readonly unknown[]).map((one) => paramNode(item, one)))
  }
  if (param.type !== 'tuple') return leaf(param.type, value)
  const fields = value as Readonly<Record<string, unknown>>
  const components = 'components' in param ? param.components : []
  return {
    kind: 'struct',
    members: new Map(components.map((one) => [one.name ?? '', paramNode(one, fields[one.name ?? ''])])),
  }
}

/** The arguments of a function as one struct. */
export const dataOfCall = (params: readonly AbiParameter[], args: readonly unknown[]): DataNode => ({
  kind: 'struct',
  members: new Map(params.map((param, index) => [param.name ?? '', paramNode(param, args[index])])),
})

function typedNode(type: string, value: TypedValue, types: TypedDataRequest['types']): DataNode {
  const shape = typedShapeOf(type, types)
  if (shape.kind === 'array')
    return list((value as readonly TypedValue[]).map((item) => typedNode(shape.item, item, types)))
  if (shape.kind !== 'struct') return leaf(type, value)
  const fields = value as Readonly<Record<string, TypedValue>>
  const members = (types[shape.name] ?? []).map((member): [string, DataNode] => [
    member.name,
    typedNode(member.type, fields[member.name] as TypedValue, types),
  ])
  return { kind: 'struct', members: new Map(members) }
}

/** The message of typed data as one struct. */
export const dataOfTyped = ({ primaryType, message, types }: TypedDataRequest): DataNode =>
  typedNode(primaryType, message, types)

/** Which of several values is being shown, and below which place its relative paths start. */
export type Position = { base: Found; index: number; count: number }

const isRange = ({ steps }: FieldPath) => steps.some((step) => 'from' in step)

/** Notes what helps to show something. */
export function noteUse({ covered, fromEnd }: Scope, { place, part }: Found): void {
  if (part === null) covered.add(place.join('.'))
  if (part === 'end') fromEnd.add(place.join('.'))
}

/** The leaf at a path; of an array, the one that goes with the value that is being shown. */
function leafAt(scope: Scope, path: FieldPath, { base, index, count }: Position): DataLeaf {
  const outer = containerLeaf(scope, path)
  if (outer) {
    scope.covered.add(containerPlace(path))
    return outer
  }
  if (path.root !== 'data') return malformed('descriptorPath', pathText(path))
  const found = follow(base, path.steps)
  const many = isRange(path) && found.every(({ part }) => part === null)
  if (many && found.length !== count) malformed('descriptorPath', 'length')
  const one = many ? found[index] : found[0]
  if (!one || one.node.kind === 'struct' || one.node.kind === 'array')
    return malformed('descriptorPath', pathText(path))
  noteUse(scope, one)
  return one.node
}

const leafOf = (value: Literal): DataLeaf =>
  typeof value === 'boolean'
    ? { kind: 'boolean', value }
    : typeof value === 'number'
      ? { kind: 'integer', value: BigInt(value) }
      : { kind: 'string', value }

function keyOf(leaf: DataLeaf): string {
  return String(leaf.value)
}

function sourceLeaf(scope: Scope, source: Source, position: Position): DataLeaf {
  if (source.kind === 'literal') return leafOf(source.value)
  const leaf = leafAt(scope, source.path, position)
  if (source.kind === 'path') return leaf
  const key = keyOf(leaf)
  const found = source.values[key] ?? source.values[key.toLowerCase()]
  return found === undefined ? malformed('descriptorMap', key) : leafOf(found)
}

/** The address in a leaf: of type address, or twenty bytes or text that are one. */
export function addressIn(leaf: DataLeaf): Address {
  if (leaf.kind === 'address') return leaf.value
  const text = leaf.kind === 'bytes' || leaf.kind === 'string' ? leaf.value : ''
  return isHex(text) && size(text) === 20 && text.length === 42
    ? getAddress(text)
    : malformed('descriptorType')
}

/** The integer in a leaf: of an integer type, or written in text as decimal or hex. */
export function integerIn(leaf: DataLeaf): bigint {
  if (leaf.kind === 'integer') return leaf.value
  const text = leaf.kind === 'string' ? leaf.value : ''
  return /^(?:0x[0-9a-fA-F]{1,64}|0|[1-9][0-9]{0,77})$/.test(text)
    ? BigInt(text)
    : malformed('descriptorType')
}

/** Reads one parameter; undefined when the descriptor does not give it. */
export function paramOf<T>(
  scope: Scope,
  params: FormatParams,
  name: string,
  position: Position,
  read: (leaf: DataLeaf) => T,
): T | undefined {
  const source = Object.hasOwn(params.sources, name) ? params.sources[name] : undefined
  return source === undefined ? undefined : read(sourceLeaf(scope, source, position))
}

/** Whether a value is the same as a literal of the descriptor. */
export function isLiteral(leaf: DataLeaf, literal: Literal): boolean {
  if (leaf.kind === 'integer') return typeof literal !== 'boolean' && BigInt(literal) === leaf.value
  if (leaf.kind === 'boolean') return literal === leaf.value
  if (leaf.kind === 'string') return literal === leaf.value
  return String(literal).toLowerCase() === leaf.value.toLowerCase()
}

/** A call within a call, whose bytes a field holds. */
export type InnerCall = { from: Address; to: Address; value: bigint; data: `0x${string}` }

/** What surrounds the data: of a transaction, or of typed data ("Container structure values"). */
type Container = { chainId: number; from: Address; to: Address; value: bigint }

/** Everything that formatting one call or message needs. */
export type Scope = {
  readonly container: Container
  readonly root: Found
  /** What this build calls an address; null: nothing. */
  nameOf(address: Address): string | null
  /** What this build knows of a token; null: nothing. */
  tokenOf(address: Address): PinnedToken | null
  /** Takes a call within the call. Throws when it cannot be told what it does. */
  readonly onCall: (call: InnerCall) => void
  /** Places that were shown, or that helped to show something. */
  readonly covered: Set<string>
  /** Bytes of which a part was read that is counted from their end. */
  readonly fromEnd: Set<string>
  /** Bytes that have the length that the descriptor gives. */
  readonly sized: Set<string>
}

/** A value of the container; undefined for a path that leads elsewhere. */
export function containerLeaf({ container }: Scope, path: FieldPath): DataLeaf | undefined {
  const [step, ...rest] = path.steps
  if (path.root !== 'container' || !step || rest.length > 0 || !('name' in step)) return undefined
  switch (step.name) {
    case 'chainId':
      return { kind: 'integer', value: BigInt(container.chainId) }
    case 'value':
      return { kind: 'integer', value: container.value }
    case 'from':
    case 'to':
      return { kind: 'address', value: container[step.name] }
    default:
      return undefined
  }
}

export const containerPlace = ({ steps: [step] }: FieldPath): string =>
  `@.${step && 'name' in step ? step.name : ''}`

/** A place in the data. `place`: its steps, without ranges. `part`: of bytes, from where the ones that are read are counted. */
export type Found = {
  node: DataNode
  place: readonly (string | number)[]
  part: 'start' | 'end' | null
}

const fail = (details?: string): never => malformed('descriptorPath', details)

/** An index from the start; those from the end are negative. */
function position(index: number, length: number): number {
  const at = index < 0 ? length + index : index
  return at >= 0 && at < length ? at : fail(`index ${index}`)
}

/** The ends of a range; both must lie inside. */
function bounds(step: { from: number | null; to: number | null }, length: number): [number, number] {
  const at = (bound: number | null, missing: number) =>
    bound === null ? missing : bound < 0 ? length + bound : bound
  const from = at(step.from, 0)
  const to = at(step.to, length)
  return from >= 0 && to <= length && from <= to ? [from, to] : fail('range')
}

const isFromEnd = (step: PathStep): boolean =>
  Object.values(step).some((bound) => typeof bound === 'number' && bound < 0)

function bytesPart(value: Hex, step: PathStep): DataLeaf {
  const length = size(value)
  const [from, to] =
    'index' in step
      ? [position(step.index, length), position(step.index, length) + 1]
      : bounds(step as { from: number | null; to: number | null }, length)
  return { kind: 'bytes', value: from === to ? '0x' : slice(value, from, to) }
}

function next(found: Found, step: PathStep): Found[] {
  const { node, place, part } = found
  if ('name' in step) {
    const member = node.kind === 'struct' ? node.members.get(step.name) : undefined
    return [{ node: member ?? fail(step.name), place: [...place, step.name], part }]
  }
  if (node.kind === 'bytes' && part === null)
    return [{ node: bytesPart(node.value, step), place, part: isFromEnd(step) ? 'end' : 'start' }]
  if (node.kind !== 'array') return fail()
  const item = (at: number): Found => ({
    node: node.items[at] as DataNode,
    place: [...place, at],
    part,
  })
  if ('index' in step) return [item(position(step.index, node.items.length))]
  const [from, to] = bounds(step, node.items.length)
  return Array.from({ length: to - from }, (_, index) => item(from + index))
}

/**
 * Follows steps through the data; a range of an array leads to each of its elements.
 *
 * @throws MalformedRequestError where a step leads nowhere
 */
export const follow = (start: Found, steps: readonly PathStep[]): readonly Found[] =>
  steps.reduce<readonly Found[]>((found, step) => found.flatMap((one) => next(one, step)), [start])

/** Every leaf below a node, by its place. */
export function leavesOf(node: DataNode, place: readonly (string | number)[] = []): string[] {
  if (node.kind === 'struct')
    return [...node.members].flatMap(([name, member]) => leavesOf(member, [...place, name]))
  if (node.kind === 'array') return node.items.flatMap((item, index) => leavesOf(item, [...place, index]))
  return [place.join('.')]
}
