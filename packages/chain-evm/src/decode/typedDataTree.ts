import type { TypedDataRequest } from './typedData.ts'
import { type TypedTypes, typedShapeOf } from './typedDataTypes.ts'
import type { TypedValue } from './typedDataValue.ts'

/** One line of the tree that a person reads: a leaf has a value, a group has children. */
export type TypedNode =
  | { name: string; type: string; value: string }
  | { name: string; type: string; children: readonly TypedNode[] }

function nodeOf(name: string, type: string, value: TypedValue, types: TypedTypes): TypedNode {
  const shape = typedShapeOf(type, types)
  if (shape.kind === 'array') {
    const items = value as readonly TypedValue[]
    return {
      name,
      type,
      children: items.map((item, index) => nodeOf(String(index), shape.item, item, types)),
    }
  }
  if (shape.kind === 'struct') {
    const fields = value as { readonly [name: string]: TypedValue }
    const members = types[shape.name] ?? []
    return {
      name,
      type,
      children: members.map((member) =>
        nodeOf(member.name, member.type, fields[member.name] as TypedValue, types),
      ),
    }
  }
  return { name, type, value: String(value) }
}

/** The message of typed data in the order of its types: every leaf that is signed, and nothing else. */
export function treeOf({ primaryType, message, types }: TypedDataRequest): TypedNode {
  return nodeOf(primaryType, primaryType, message, types)
}
