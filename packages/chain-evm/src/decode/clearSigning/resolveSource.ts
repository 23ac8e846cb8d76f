import { type Address, getAddress, isHex, size } from 'viem'
import { malformed } from '../errors.ts'
import type { DataLeaf } from './DataNode.ts'
import type { FormatParams, Literal, Source } from './Descriptor.ts'
import { type FieldPath, pathText } from './fieldPath.ts'
import { type Found, follow } from './readPath.ts'
import { containerLeaf, containerPlace, type Scope } from './Scope.ts'

/** Which of several values is being shown, and below which place its relative paths start. */
export type Position = { base: Found; index: number; count: number }

const isRange = ({ steps }: FieldPath) => steps.some((step) => 'from' in step)

/** The leaf at a path; of an array, the one that goes with the value that is being shown. */
export function leafAt(scope: Scope, path: FieldPath, { base, index, count }: Position): DataLeaf {
  const outer = containerLeaf(scope, path)
  if (outer) {
    scope.covered.add(containerPlace(path))
    return outer
  }
  if (path.root !== 'data') return malformed('descriptorPath', pathText(path))
  const found = follow(base, path.steps)
  const many = isRange(path) && !found.some(({ part }) => part)
  if (many && found.length !== count) malformed('descriptorPath', 'length')
  const one = many ? found[index] : found[0]
  if (!one || one.node.kind === 'struct' || one.node.kind === 'array')
    return malformed('descriptorPath', pathText(path))
  if (!one.part) scope.covered.add(one.place.join('.'))
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
