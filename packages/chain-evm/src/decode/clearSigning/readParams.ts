import { malformed } from '../errors.ts'
import type { FormatName, FormatParams, Literal, Source } from './Descriptor.ts'
import { type FieldPath, parsePath } from './fieldPath.ts'
import { type JsonObject, readArray, readLiteral, readObject, readRecord } from './readJson.ts'

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

export const isFormatName = (value: unknown): value is FormatName =>
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
export function readParams(metadata: Metadata, format: FormatName, value: unknown): FormatParams {
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
