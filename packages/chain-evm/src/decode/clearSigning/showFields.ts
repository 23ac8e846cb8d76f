import { malformed } from '../errors.ts'
import type { DataLeaf } from './DataNode.ts'
import type { DescribedField } from './Described.ts'
import type { FieldFormat, FieldGroup, FieldNode } from './Descriptor.ts'
import { type FieldPath, joinPath, type PathStep, pathText } from './fieldPath.ts'
import { formatValue } from './formatValue.ts'
import { type Found, follow } from './readPath.ts'
import { isLiteral } from './resolveSource.ts'
import { containerLeaf, containerPlace, type Scope } from './Scope.ts'

/** A field that is shown. `always`: on every occasion, so a sentence may rely on it. */
export type ShownField = DescribedField & { path: string | null; place: string | null; always: boolean }

/** Where relative paths start: the place in the data, and the steps that led to it. */
type Base = { found: Found; steps: readonly PathStep[] }

/** What a person can be expected to read. */
const maxShown = 40

type Value = { leaf: DataLeaf; place: string | null }

const isLeaf = (node: Found['node']): node is DataLeaf => node.kind !== 'struct' && node.kind !== 'array'

/** The elements of an array where a path leads to one. */
const elements = (found: Found): readonly Found[] =>
  found.node.kind === 'array' ? follow(found, [{ from: null, to: null }]) : [found]

function valuesAt(scope: Scope, base: Base, path: FieldPath): Value[] {
  const outer = containerLeaf(scope, path)
  if (outer) return [{ leaf: outer, place: containerPlace(path) }]
  if (path.root !== 'data') return malformed('descriptorPath', pathText(path))
  return follow(base.found, path.steps)
    .flatMap(elements)
    .map(({ node, place, part }) =>
      isLeaf(node) ? { leaf: node, place: part ? null : place.join('.') } : malformed('descriptorType'),
    )
}

const literalLeaf = (value: string | number | boolean): DataLeaf =>
  typeof value === 'string'
    ? { kind: 'string', value }
    : typeof value === 'number'
      ? { kind: 'integer', value: BigInt(value) }
      : { kind: 'boolean', value }

/** Whether a value is to be shown; a value that must be another one is refused. */
function isVisible({ visible }: FieldFormat, leaf: DataLeaf): boolean {
  if (!('values' in visible)) return visible.rule !== 'never'
  const listed = visible.values.some((literal) => isLiteral(leaf, literal))
  if (visible.rule === 'ifNotIn') return !listed
  return listed ? false : malformed('descriptorMustMatch')
}

function showField(scope: Scope, field: FieldFormat, base: Base): ShownField[] {
  const path = 'path' in field.of ? field.of.path : null
  const values: Value[] =
    'value' in field.of
      ? [{ leaf: literalLeaf(field.of.value), place: null }]
      : valuesAt(scope, base, field.of.path)
  if (values.length > maxShown) malformed('descriptorData')
  return values.flatMap(({ leaf, place }, index) => {
    if (place !== null) scope.covered.add(place)
    if (!isVisible(field, leaf)) return []
    const position = { base: base.found, index, count: values.length }
    return {
      label: field.label,
      value: formatValue({ scope, field, leaf, position }),
      path: path === null ? null : pathText(joinPath(base.steps, path)),
      place,
      always: field.visible.rule === 'always',
    }
  })
}

/** The elements of several arrays of the same length side by side. */
function bundle(columns: readonly (readonly ShownField[])[]): ShownField[] {
  const length = columns[0]?.length ?? 0
  if (columns.some((column) => column.length !== length)) malformed('descriptorData', 'bundled')
  return Array.from({ length }, (_, row) => columns.flatMap((column) => column[row] ?? [])).flat()
}

function showGroup(scope: Scope, group: FieldGroup, base: Base): ShownField[] {
  const steps = group.path?.steps ?? []
  return follow(base.found, steps).flatMap((found) => {
    const inner = { found, steps: [...base.steps, ...steps] }
    const columns = group.fields.map((node) => showNode(scope, node, inner))
    return group.bundled ? bundle(columns) : columns.flat()
  })
}

const showNode = (scope: Scope, node: FieldNode, base: Base): ShownField[] =>
  node.kind === 'group' ? showGroup(scope, node, base) : showField(scope, node, base)

/**
 * Formats the fields of a call or message, in their order.
 *
 * @throws MalformedRequestError when any of them cannot be formatted
 */
export function showFields(scope: Scope, fields: readonly FieldNode[]): readonly ShownField[] {
  const shown = fields.flatMap((node) => showNode(scope, node, { found: scope.root, steps: [] }))
  return shown.length > maxShown ? malformed('descriptorData') : shown
}
