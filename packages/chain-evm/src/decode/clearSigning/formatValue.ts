import { type Address, formatUnits, type Hex, size, slice } from 'viem'
import type { DescribedToken, DescribedValue } from '../Described.ts'
import { malformed } from '../errors.ts'
import type { DataLeaf } from './DataNode.ts'
import type { FieldFormat, FormatName } from './Descriptor.ts'
import { addressIn, integerIn, isLiteral, type Position, paramOf, type Scope } from './resolveSource.ts'

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
export const formatValue = (input: ValueInput): DescribedValue => formatters[input.field.format](input)

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
