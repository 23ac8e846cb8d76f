import type { Described, DescribedField, SentencePart } from '../Described.ts'
import { malformed } from '../errors.ts'
import type { DataLeaf, DataNode } from './DataNode.ts'
import type { Descriptor, FieldFormat, FieldGroup, FieldNode, MessageFormat } from './Descriptor.ts'
import { type FieldPath, joinPath, type PathStep, parsePath, pathText } from './fieldPath.ts'
import { formatValue } from './formatValue.ts'
import {
  containerLeaf,
  containerPlace,
  type Found,
  follow,
  isLiteral,
  leavesOf,
  type Scope,
} from './resolveSource.ts'

/** The leaves at and below a path. */
function placesAt(scope: Scope, path: FieldPath): string[] {
  if (containerLeaf(scope, path)) return [containerPlace(path)]
  if (path.root !== 'data') return malformed('descriptorPath', pathText(path))
  return follow(scope.root, path.steps).flatMap(({ node, place }) => leavesOf(node, place))
}

/** Refuses what leaves out a part of the data that the descriptor does not call unimportant. */
function checkComplete(scope: Scope, format: MessageFormat, shown: readonly ShownField[]): void {
  const places = new Set(shown.map(({ place }) => place))
  for (const path of format.required)
    if (placesAt(scope, path).some((place) => !places.has(place)))
      malformed('descriptorRequired', pathText(path))
  const fine = new Set([...scope.covered, ...format.excluded.flatMap((path) => placesAt(scope, path))])
  const left = leavesOf(scope.root.node).find((place) => !fine.has(place))
  if (left !== undefined) malformed('descriptorIncomplete', left)
  // Money that goes along must be seen, whatever the descriptor thinks of it.
  if (scope.container.value > 0n && !places.has('@.value')) malformed('descriptorIncomplete', '@.value')
}

/**
 * Says what data means by one format of a descriptor whose context was checked already.
 *
 * @throws MalformedRequestError when any part of the data would stay unsaid
 */
export function describeData(
  { owner, contractName }: Descriptor,
  format: MessageFormat,
  data: DataNode,
  surroundings: Pick<Scope, 'container' | 'nameOf' | 'tokenOf' | 'onCall'>,
): Described {
  const root = { node: data, place: [], part: false }
  const scope: Scope = { ...surroundings, root, covered: new Set() }
  const shown = showFields(scope, format.fields)
  checkComplete(scope, format, shown)
  return {
    owner,
    contractName,
    intent: format.intent,
    sentence: interpolate(format.interpolatedIntent, shown),
    fields: shown.map(({ label, value }) => ({ label, value })),
  }
}

/** `{{` and `}}` stand for the braces themselves. */
const pieces = /\{\{|\}\}|\{([^{}]*)\}|[^{}]+|[{}]/g

/** The name of a place in a sentence: the last name of its path. */
const placeName = (path: string): string => /([A-Za-z0-9]+)(?:\.\[[^\]]*\])*$/.exec(path)?.[1] ?? ''

function valueAt(path: string, shown: readonly ShownField[]): SentencePart | undefined {
  const wanted = pathText(parsePath(path))
  const [only, ...rest] = shown.filter((field) => field.path === wanted)
  return only?.always && rest.length === 0 ? { place: placeName(path), value: only.value } : undefined
}

/**
 * Puts the shown fields into an `interpolatedIntent` ("Value interpolation" of ERC-7730). null when anything about it is
 * not right: then the plain intent stands.
 */
function interpolate(template: string | null, shown: readonly ShownField[]): readonly SentencePart[] | null {
  const parts: SentencePart[] = []
  try {
    for (const [piece, path] of template?.matchAll(pieces) ?? []) {
      if (piece === '{' || piece === '}') return null
      const part = path === undefined ? { text: piece.replace(/^(\{|\})\1$/, '$1') } : valueAt(path, shown)
      if (part === undefined) return null
      parts.push(part)
    }
  } catch {
    return null
  }
  const places = parts.flatMap((part) => ('place' in part ? [part.place] : []))
  return parts.length > 0 && new Set(places).size === places.length && !places.includes('') ? parts : null
}

/** A field that is shown. `always`: on every occasion, so a sentence may rely on it. */
type ShownField = DescribedField & { path: string | null; place: string | null; always: boolean }

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
function showFields(scope: Scope, fields: readonly FieldNode[]): readonly ShownField[] {
  const shown = fields.flatMap((node) => showNode(scope, node, { found: scope.root, steps: [] }))
  return shown.length > maxShown ? malformed('descriptorData') : shown
}
