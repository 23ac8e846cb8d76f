import { type Address, getAddress } from 'viem'
import { malformed } from '../errors.ts'
import type {
  BytesSize,
  FieldFormat,
  FieldGroup,
  FieldNode,
  FieldPath,
  FormatName,
  FormatParams,
  Literal,
  PathStep,
  Source,
  Visibility,
} from './Descriptor.ts'

const roots = { '#': 'data', $: 'file', '@': 'container' } as const
const maxSteps = 12
const integer = /^-?(?:0|[1-9][0-9]{0,3})$/

function readBound(text: string): number | null {
  if (text === '') return null
  return integer.test(text) && text !== '-0' ? Number(text) : malformed('descriptorPath', text)
}

function readStep(text: string): PathStep {
  if (/^[A-Za-z_][A-Za-z0-9_]{0,63}$/.test(text)) return { name: text }
  const inner = /^\[(.*)\]$/.exec(text)?.[1]
  if (inner === undefined) return malformed('descriptorPath', text)
  if (inner === '') return { from: null, to: null }
  const colon = inner.indexOf(':')
  if (colon === -1) {
    const index = readBound(inner)
    return index === null ? malformed('descriptorPath', text) : { index }
  }
  return { from: readBound(inner.slice(0, colon)), to: readBound(inner.slice(colon + 1)) }
}

/**
 * Reads a path of ERC-7730 ("Path references"): a root `#`, `$` or `@`, or none, and steps that are joined by dots.
 *
 * @throws MalformedRequestError with reason `descriptorPath`
 * @example
 * parsePath('#.details.[0].token')
 */
export function parsePath(text: unknown): FieldPath {
  if (typeof text !== 'string' || text.length > 200) return malformed('descriptorPath')
  const [first = '', ...rest] = text.split('.')
  const known = Object.hasOwn(roots, first) ? roots[first as keyof typeof roots] : undefined
  const steps = known ? rest : [first, ...rest]
  if (steps.length === 0 || steps.length > maxSteps) return malformed('descriptorPath', text)
  return { root: known ?? 'data', steps: steps.map(readStep) }
}

/** A path below another one; a path with a root of its own stands alone. */
export const joinPath = (base: readonly PathStep[], path: FieldPath): FieldPath =>
  path.root === 'data' ? { root: 'data', steps: [...base, ...path.steps] } : path

/** One writing for every path that leads to the same place. */
export const pathText = ({ root, steps }: FieldPath): string =>
  [
    root,
    ...steps.map((step) =>
      'name' in step
        ? step.name
        : 'index' in step
          ? `[${step.index}]`
          : `[${step.from ?? ''}:${step.to ?? ''}]`,
    ),
  ].join('.')

export type JsonObject = Readonly<Record<string, unknown>>

/** Nothing that hides, reorders or breaks the words around it. */
const deceptive =
  /\p{Cc}|\p{Cf}|\p{Co}|\p{Cs}|\p{Zl}|\p{Zp}|[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/u

/** An object with these keys and no others; keys that start with `$` are for authors alone. */
export function readObject(value: unknown, keys: readonly string[], where: string): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return malformed('descriptor', where)
  const extra = Object.keys(value).find((key) => !keys.includes(key))
  return extra === undefined ? (value as JsonObject) : malformed('descriptor', `${where}.${extra}`)
}

/** An object with any keys, of at most `most`. */
export function readRecord(
  value: unknown,
  where: string,
  most = 100,
): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return malformed('descriptor', where)
  const entries = Object.entries(value)
  return entries.length > most ? malformed('descriptor', where) : entries
}

export function readArray(value: unknown, where: string, most = 60): readonly unknown[] {
  return Array.isArray(value) && value.length <= most ? value : malformed('descriptor', where)
}

/** Words that a person reads: one line without characters that deceive. */
export function readWords(value: unknown, where: string, most = 60): string {
  const fine =
    typeof value === 'string' && value !== '' && [...value].length <= most && !deceptive.test(value)
  return fine && value.trim() === value ? value : malformed('descriptor', where)
}

export function readLiteral(value: unknown, where: string): Literal {
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isSafeInteger(value))) return value
  return readWords(value, where, 80)
}

/** An address in checksum form (EIP-55): a typing error shows. */
export function readChecksummed(value: unknown, where: string): Address {
  const fine = typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value) && getAddress(value) === value
  return fine ? (value as Address) : malformed('descriptor', where)
}

export const readChainId = (value: unknown, where: string): number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0
    ? value
    : malformed('descriptor', where)

/** `metadata` as far as parameters refer to it. */
export type Metadata = {
  readonly constants: ReadonlyMap<string, Literal>
  readonly enums: ReadonlyMap<string, Readonly<Record<string, string>>>
  readonly maps: ReadonlyMap<string, Readonly<Record<string, Literal>>>
}

type Shape = { sources: readonly string[]; lists: readonly string[] }
const none: Shape = { sources: [], lists: [] }
const chain = ['chainId', 'chainIdPath']

/** The parameters that each format takes; a name with `Path` takes a path. */
const shapes: Readonly<Record<FormatName, Shape>> = {
  raw: none,
  amount: none,
  duration: none,
  chainId: none,
  enum: none,
  tokenAmount: {
    sources: ['token', 'tokenPath', 'threshold', 'message', ...chain],
    lists: ['nativeCurrencyAddress'],
  },
  tokenTicker: { sources: chain, lists: [] },
  nftName: { sources: ['collection', 'collectionPath'], lists: [] },
  date: { sources: ['encoding'], lists: [] },
  unit: { sources: ['base', 'decimals', 'prefix'], lists: [] },
  addressName: { sources: [], lists: ['types', 'sources', 'senderAddress'] },
  calldata: {
    sources: [
      'callee',
      'calleePath',
      'selector',
      'selectorPath',
      'amount',
      'amountPath',
      'spender',
      'spenderPath',
      ...chain,
    ],
    lists: [],
  },
}

const isFormatName = (value: unknown): value is FormatName =>
  typeof value === 'string' && Object.hasOwn(shapes, value)

/** The entry of `metadata` that a path with root `$` names. */
function entryOf<T>(entries: ReadonlyMap<string, T>, section: string, path: FieldPath): T {
  const [first, second, third, ...rest] = path.steps.map((step) => ('name' in step ? step.name : ''))
  const found =
    path.root === 'file' && first === 'metadata' && second === section && rest.length === 0
      ? entries.get(third ?? '')
      : undefined
  return found === undefined ? malformed('descriptorReference', section) : found
}

export const enumOf = ({ enums }: Metadata, ref: unknown): Readonly<Record<string, string>> =>
  entryOf(enums, 'enums', parsePath(ref))

function constantOf({ constants }: Metadata, value: Literal): Literal {
  return typeof value === 'string' && value.startsWith('$.')
    ? entryOf(constants, 'constants', parsePath(value))
    : value
}

function readSource(metadata: Metadata, name: string, value: unknown): Source {
  if (typeof value === 'object' && value !== null) {
    const { map, keyPath } = readObject(value, ['map', 'keyPath'], name)
    const path = parsePath(keyPath)
    if (path.root === 'file') malformed('descriptorReference', name)
    return { kind: 'map', values: entryOf(metadata.maps, 'maps', parsePath(map)), path }
  }
  if (!name.endsWith('Path'))
    return { kind: 'literal', value: constantOf(metadata, readLiteral(value, name)) }
  const path = parsePath(value)
  return path.root === 'file'
    ? { kind: 'literal', value: entryOf(metadata.constants, 'constants', path) }
    : { kind: 'path', path }
}

function readSources(
  metadata: Metadata,
  params: JsonObject,
  names: readonly string[],
): Record<string, Source> {
  const sources: Record<string, Source> = {}
  for (const name of names) {
    if (params[name] === undefined) continue
    const target = name.replace(/Path$/, '')
    if (target in sources) malformed('descriptor', name)
    sources[target] = readSource(metadata, name, params[name])
  }
  return sources
}

function readLists(
  metadata: Metadata,
  params: JsonObject,
  names: readonly string[],
): Record<string, Literal[]> {
  const lists: Record<string, Literal[]> = {}
  for (const name of names) {
    const value = params[name]
    if (value === undefined) continue
    const items = Array.isArray(value) ? readArray(value, name, 20) : [value]
    lists[name] = items.map((item) => constantOf(metadata, readLiteral(item, name)))
  }
  return lists
}

/** Reads `params` of a format; what the format does not take is refused. */
function readParams(metadata: Metadata, format: FormatName, value: unknown): FormatParams {
  const { sources, lists } = shapes[format]
  const params = readObject(
    value ?? {},
    [...sources, ...lists, ...(format === 'enum' ? ['$ref'] : [])],
    format,
  )
  return {
    sources: readSources(metadata, params, sources),
    lists: readLists(metadata, params, lists),
    entries: format === 'enum' ? enumOf(metadata, params.$ref) : null,
  }
}

/** Reads `metadata.maps`. */
export function readMaps(value: unknown): Metadata['maps'] {
  return new Map(
    readRecord(value ?? {}, 'maps').map(([name, map]) => {
      const { values } = readObject(map, ['$keyType', 'values'], 'maps')
      const entries = readRecord(values, 'maps').map(([key, entry]) => [key, readLiteral(entry, 'maps')])
      return [
        name,
        Object.assign(Object.create(null), Object.fromEntries(entries)) as Record<string, Literal>,
      ]
    }),
  )
}

export type FieldReader = {
  readonly metadata: Metadata
  /** `display.definitions`, as they stand in the file. */
  readonly definitions: Readonly<Record<string, JsonObject>>
  /** Version 1 has lists of paths in place of `visible`. */
  readonly version: 1 | 2
}

const maxDepth = 4
export const definitionKeys = ['$id', 'label', 'format', 'params', 'visible', 'separator']
const fieldKeys = [...definitionKeys, 'path', 'value', '$ref']

/** A path to what is shown: never into the descriptor. */
function readDataPath(value: unknown): FieldPath {
  const path = parsePath(value)
  return path.root === 'file' ? malformed('descriptorPath', 'root') : path
}

function readSize(value: unknown): BytesSize {
  const { first, each } = readObject(value, ['first', 'each'], 'visible')
  const bytes = (count: unknown) =>
    typeof count === 'number' && Number.isSafeInteger(count) && count > 0
      ? count
      : malformed('descriptor', 'visible')
  return { first: bytes(first), each: bytes(each) }
}

function readVisible({ version }: FieldReader, value: unknown): Visibility {
  if (value === undefined) return { rule: 'always' }
  if (version === 1) return malformed('descriptor', 'visible')
  if (value === 'always' || value === 'optional' || value === 'never') return { rule: value }
  const rules = readObject(value, ['ifNotIn', 'mustMatch', 'mustHaveSize'], 'visible')
  const [only, ...rest] = Object.entries(rules)
  if (!only || rest.length > 0) return malformed('descriptor', 'visible')
  if (only[0] === 'mustHaveSize') return { rule: only[0], size: readSize(only[1]) }
  const values = readArray(only[1], 'visible', 20).map((item) => readLiteral(item, 'visible'))
  if (values.length === 0) malformed('descriptor', 'visible')
  return { rule: only[0] as 'ifNotIn' | 'mustMatch', values }
}

/** A field with its definition's parts where it has none of its own; a definition refers to no other. */
function merged({ definitions }: FieldReader, field: JsonObject): JsonObject {
  if (field.$ref === undefined) return field
  const name = /^\$\.display\.definitions\.([A-Za-z0-9_]+)$/.exec(String(field.$ref))?.[1] ?? ''
  const definition = Object.hasOwn(definitions, name) ? definitions[name] : undefined
  if (definition === undefined || field.format !== undefined) return malformed('descriptorReference', name)
  const params = { ...(definition.params as object), ...(field.params as object) }
  return { ...definition, ...field, params }
}

function readField(reader: FieldReader, value: unknown): FieldFormat {
  const field = merged(reader, readObject(value, fieldKeys, 'field'))
  const { path, value: literal, label, format, params, visible, separator } = field
  if (!isFormatName(format)) return malformed('descriptor', 'format')
  if (separator !== undefined) readWords(separator, 'separator')
  if ((path === undefined) === (literal === undefined)) return malformed('descriptor', 'path')
  return {
    kind: 'field',
    label: readWords(label, 'label', 40),
    format,
    of: path === undefined ? { value: readLiteral(literal, 'value') } : { path: readDataPath(path) },
    params: readParams(reader.metadata, format, params),
    visible: readVisible(reader, visible),
  }
}

function readGroup(reader: FieldReader, value: unknown, depth: number): FieldGroup {
  const group = readObject(value, ['$id', 'path', 'label', 'iteration', 'fields'], 'group')
  const { path, iteration = 'sequential', fields } = group
  if (iteration !== 'sequential' && iteration !== 'bundled') return malformed('descriptor', 'iteration')
  const read = path === undefined ? null : readDataPath(path)
  if (read?.root === 'container') malformed('descriptorPath', 'group')
  return {
    kind: 'group',
    path: read,
    bundled: iteration === 'bundled',
    fields: readFields(reader, fields, depth + 1),
  }
}

/** Reads `fields` of a format or of a group. */
export function readFields(reader: FieldReader, value: unknown, depth = 0): readonly FieldNode[] {
  if (depth > maxDepth) malformed('descriptor', 'depth')
  return readArray(value, 'fields').map((item) =>
    typeof item === 'object' && item !== null && 'fields' in item
      ? readGroup(reader, item, depth)
      : readField(reader, item),
  )
}

/** Reads `required` or `excluded` of version 1. */
export function readPaths({ version }: FieldReader, value: unknown): readonly FieldPath[] {
  if (value === undefined) return []
  return version === 1 ? readArray(value, 'paths').map(readDataPath) : malformed('descriptor', 'paths')
}
