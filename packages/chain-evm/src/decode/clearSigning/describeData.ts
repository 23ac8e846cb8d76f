import { type Address, formatUnits, type Hex, size, slice } from 'viem'
import { malformed } from '../errors.ts'
import type { Described, DescribedField, DescribedToken, DescribedValue, SentencePart } from '../model.ts'
import type {
  BytesSize,
  Descriptor,
  FieldFormat,
  FieldGroup,
  FieldNode,
  FieldPath,
  FormatName,
  MessageFormat,
  PathStep,
} from './Descriptor.ts'
import {
  addressIn,
  containerLeaf,
  containerPlace,
  type DataLeaf,
  type DataNode,
  type Found,
  follow,
  integerIn,
  isLiteral,
  leavesOf,
  noteUse,
  type Position,
  paramOf,
  type Scope,
} from './dataPaths.ts'
import { joinPath, parsePath, pathText } from './readFields.ts'

type ValueInput = { scope: Scope; field: FieldFormat; leaf: DataLeaf; position: Position }

/** Later than JavaScript's calendar goes, seconds since the epoch. */
const lastDate = 8_640_000_000_000n

/** Characters of a text or of bytes in hex that a person can be expected to read. */
const longest = 140

const positive = (value: bigint): bigint => (value >= 0n ? value : malformed('descriptorType', 'negative'))

const textIn = (leaf: DataLeaf): string => String(leaf.value)

const tokenOf = (scope: Scope, address: Address): DescribedToken => ({
  address,
  pinned: scope.tokenOf(address),
})

/** Another network's tokens cannot be asked for here. */
function sameNetwork({ scope, field, position }: ValueInput): void {
  const chainId = paramOf(scope, field.params, 'chainId', position, integerIn)
  if (chainId !== undefined && chainId !== BigInt(scope.container.chainId)) malformed('descriptorNetwork')
}

function rawValue({ leaf, field }: ValueInput): DescribedValue {
  if (leaf.kind === 'integer') return { kind: 'number', text: leaf.value.toString() }
  if (leaf.kind === 'boolean') return leaf
  // What is too long to be read would be cut, and what was cut is signed all the same.
  if (leaf.kind === 'bytes' || leaf.kind === 'string')
    if (leaf.value.length > longest) malformed('descriptorData', 'long')
  if (leaf.kind === 'bytes') return { kind: 'bytes', hex: leaf.value }
  if (leaf.kind === 'address') return { kind: 'address', address: leaf.value, own: false, name: null }
  return { kind: 'value' in field.of ? 'words' : 'quote', text: leaf.value }
}

function tokenAmount(input: ValueInput): DescribedValue {
  const { scope, field, leaf, position } = input
  const amount = positive(integerIn(leaf))
  sameNetwork(input)
  const token = paramOf(scope, field.params, 'token', position, addressIn)
  // The unit of an amount of nobody knows what would be a guess.
  if (token === undefined) return malformed('descriptorToken')
  const native = field.params.lists.nativeCurrencyAddress ?? []
  if (native.some((one) => isLiteral({ kind: 'address', value: token }, one)))
    return { kind: 'native', amount }
  const threshold = paramOf(scope, field.params, 'threshold', position, integerIn)
  const words = paramOf(scope, field.params, 'message', position, textIn) ?? 'Unlimited'
  return threshold !== undefined && amount >= threshold
    ? { kind: 'tokenWords', token: tokenOf(scope, token), words }
    : { kind: 'tokenAmount', token: tokenOf(scope, token), amount }
}

function dateValue({ scope, field, leaf, position }: ValueInput): DescribedValue {
  // When a block will be made is a guess.
  if (paramOf(scope, field.params, 'encoding', position, textIn) !== 'timestamp')
    return malformed('descriptorFormat', 'encoding')
  const seconds = positive(integerIn(leaf))
  return { kind: 'date', seconds: seconds > lastDate ? null : seconds }
}

function unitValue({ scope, field, leaf, position }: ValueInput): DescribedValue {
  const base = paramOf(scope, field.params, 'base', position, textIn)
  const decimals = paramOf(scope, field.params, 'decimals', position, integerIn) ?? 0n
  const prefix = paramOf(scope, field.params, 'prefix', position, textIn) === 'true'
  if (base === undefined || decimals < 0n || decimals > 36n) return malformed('descriptorFormat', 'unit')
  return { kind: 'number', text: formatUnit(integerIn(leaf), Number(decimals), base, prefix) }
}

function enumValue({ field, leaf }: ValueInput): DescribedValue {
  const text = field.params.entries?.[String(leaf.value)]
  return text === undefined ? malformed('descriptorEnum', String(leaf.value)) : { kind: 'words', text }
}

function addressName({ scope, field, leaf }: ValueInput): DescribedValue {
  const { types = [], sources, senderAddress = [] } = field.params.lists
  const given = addressIn(leaf)
  const sender = senderAddress.some((one) => isLiteral({ kind: 'address', value: given }, one))
  const address = sender ? scope.container.from : given
  const named = sources === undefined || sources.includes('local')
  return {
    kind: 'address',
    address,
    own: types.includes('wallet'),
    name: named ? scope.nameOf(address) : null,
  }
}

function itemValue({ scope, field, leaf, position }: ValueInput): DescribedValue {
  const collection = paramOf(scope, field.params, 'collection', position, addressIn)
  return collection === undefined
    ? malformed('descriptorToken')
    : { kind: 'item', collection, id: positive(integerIn(leaf)) }
}

/** Bytes that are a call: taken as one, and shown by whom they call. */
function callValue(input: ValueInput): DescribedValue {
  const { scope, field, leaf, position } = input
  sameNetwork(input)
  const to = paramOf(scope, field.params, 'callee', position, addressIn)
  const value = paramOf(scope, field.params, 'amount', position, integerIn) ?? 0n
  const from = paramOf(scope, field.params, 'spender', position, addressIn) ?? scope.container.from
  const selector = paramOf(scope, field.params, 'selector', position, textIn)
  if (leaf.kind !== 'bytes' || to === undefined) return malformed('descriptorType', 'calldata')
  const data = selector === undefined ? leaf.value : (`${selector}${leaf.value.slice(2)}` as Hex)
  if (selector !== undefined && (size(data) < 4 || slice(data, 0, 4) !== selector))
    malformed('descriptorFormat')
  scope.onCall({ from, to, value, data })
  return { kind: 'address', address: to, own: false, name: scope.nameOf(to) }
}

const formatters: Readonly<Record<FormatName, (input: ValueInput) => DescribedValue>> = {
  raw: rawValue,
  amount: ({ leaf }) => ({ kind: 'native', amount: positive(integerIn(leaf)) }),
  tokenAmount,
  tokenTicker: (input) => {
    sameNetwork(input)
    return { kind: 'token', token: tokenOf(input.scope, addressIn(input.leaf)) }
  },
  nftName: itemValue,
  date: dateValue,
  duration: ({ leaf }) => ({ kind: 'number', text: formatDuration(positive(integerIn(leaf))) }),
  unit: unitValue,
  enum: enumValue,
  chainId: ({ leaf }) => ({ kind: 'network', chainId: positive(integerIn(leaf)) }),
  addressName,
  calldata: callValue,
}

/**
 * Formats one value ("Field formats" of ERC-7730).
 *
 * @throws MalformedRequestError when the format does not fit the value, or something that it needs is missing
 */
const formatValue = (input: ValueInput): DescribedValue => formatters[input.field.format](input)

const prefixes = ['', 'k', 'M', 'G', 'T', 'P', 'E'] as const

/** Writes a number with its unit, as the format `unit` of ERC-7730 has it: 36000 s with a prefix is `36ks`. */
function formatUnit(value: bigint, decimals: number, base: string, prefix: boolean): string {
  if (!prefix) return `${formatUnits(value, decimals)}${base}`
  const digits = (value < 0n ? -value : value).toString().length - decimals
  const steps = Math.max(0, Math.min(prefixes.length - 1, Math.floor((digits - 1) / 3)))
  return `${formatUnits(value, decimals + steps * 3)}${prefixes[steps]}${base}`
}

/** Writes seconds as `HH:MM:ss`, as the format `duration` of ERC-7730 has it; days stand before it. */
function formatDuration(seconds: bigint): string {
  const two = (value: bigint) => value.toString().padStart(2, '0')
  const days = seconds / 86_400n
  const clock = `${two((seconds / 3_600n) % 24n)}:${two((seconds / 60n) % 60n)}:${two(seconds % 60n)}`
  return days === 0n ? clock : `${days}d ${clock}`
}

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
  // What stands at the end of bytes of any length need not be what the contract reads there.
  const unsized = [...scope.fromEnd].find((place) => !scope.sized.has(place))
  if (unsized !== undefined) malformed('descriptorSize', unsized)
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
  const root = { node: data, place: [], part: null } as const
  const scope: Scope = { ...surroundings, root, covered: new Set(), fromEnd: new Set(), sized: new Set() }
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
    .map((found) => {
      const { node, place, part } = found
      noteUse(scope, found)
      return isLeaf(node)
        ? { leaf: node, place: part === null ? place.join('.') : null }
        : malformed('descriptorType')
    })
}

const literalLeaf = (value: string | number | boolean): DataLeaf =>
  typeof value === 'string'
    ? { kind: 'string', value }
    : typeof value === 'number'
      ? { kind: 'integer', value: BigInt(value) }
      : { kind: 'boolean', value }

/** Whether bytes are as long as a descriptor says. */
function hasSize(leaf: DataLeaf, { first, each }: BytesSize): boolean {
  const more = leaf.kind === 'bytes' ? size(leaf.value) - first : 0
  return more >= each && more % each === 0
}

/** Whether a value is to be shown; a value that must be another one is refused. */
function isVisible({ visible }: FieldFormat, leaf: DataLeaf): boolean {
  if (visible.rule === 'mustHaveSize')
    return hasSize(leaf, visible.size) ? false : malformed('descriptorSize')
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
    if (place !== null && field.visible.rule === 'mustHaveSize') scope.sized.add(place)
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
