import { type AbiParameter, type Address, getAddress, type Hex } from 'viem'
import { malformed } from '../errors.ts'
import type { TypedDataRequest } from '../typedData.ts'
import { type TypedValue, typedShapeOf } from '../typedDataTypes.ts'

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
