import { sameAddress } from './address.ts'
import { decodeCall, decodeStep } from './calldata.ts'
import type {
  DecodedCall,
  TypedDataRequest,
  TypedNode,
  TypedPurpose,
  TypedTypes,
  TypedValue,
} from './model.ts'
import { treeOf } from './typedData.ts'
import { typedShapeOf } from './typedDataTypes.ts'
import { type Fields, kindOfStruct } from './typedKinds.ts'

/** What a kind gives away, as the calls that would do the same. */
function callsOf(purpose: TypedPurpose): readonly DecodedCall[] {
  if (purpose.kind === 'relayed') return [purpose.call]
  if (!('allowances' in purpose)) return []
  const { owner } = purpose
  return purpose.allowances.map(({ expiresAt, ...given }) => ({
    kind: 'approval',
    ...given,
    change: 'set',
    owner,
    ...(expiresAt === null ? {} : { expiresAt }),
  }))
}

/** Every struct in a value, itself first. */
function structsIn(types: TypedTypes, type: string, value: TypedValue): readonly [string, Fields][] {
  const shape = typedShapeOf(type, types)
  if (shape.kind === 'array')
    return (value as readonly TypedValue[]).flatMap((item) => structsIn(types, shape.item, item))
  if (shape.kind !== 'struct') return []
  const fields = value as Fields
  const inner = (types[shape.name] ?? []).flatMap((member) =>
    structsIn(types, member.type, fields[member.name] as TypedValue),
  )
  return [[shape.name, fields], ...inner]
}

/** Calls that are read of one document; a list of more than these is a danger by itself. */
const maxCalls = 100

/**
 * Recognises what a signature over typed data gives away: ERC-2612 and DAI permits, Permit2's allowances and transfers,
 * authorisations of EIP-3009, permits of collections (ERC-4494), and requests that somebody else makes a call (ERC-2771).
 * Recognition is by the exact struct, so a site cannot dress something else up as a permit or the other way round. Under
 * another name, for another contract, or within another struct it is `unknown`, with the calls that it would come to.
 */
export function purposeOf({ domain, types, primaryType, message }: TypedDataRequest): TypedPurpose {
  const root = kindOfStruct(types, primaryType, message, domain.verifyingContract, decodeCall)
  const isRequest = root?.purpose.kind === 'relayed' && root.purpose.standard === 'request'
  if (root?.genuine && !isRequest) return root.purpose
  const calls = structsIn(types, primaryType, message).flatMap(([name, fields]) => {
    const kind = kindOfStruct(types, name, fields, domain.verifyingContract, decodeStep)
    return kind ? callsOf(kind.purpose) : []
  })
  // A request that holds others besides is shown as all of them.
  if (root?.genuine && calls.length === 1) return root.purpose
  return { kind: 'unknown', ...(calls.length > 0 ? { calls: calls.slice(0, maxCalls) } : {}) }
}

/** The hex digits of a leaf, without `0x`; a text is its own letters. */
function digitsOf(type: string, value: string): string {
  if (/^u?int/.test(type)) return value.startsWith('-') ? '' : BigInt(value).toString(16).padStart(64, '0')
  return (value.startsWith('0x') ? value.slice(2) : value).toLowerCase()
}

/** Addresses that stand in hex digits: alone, or as words of 32 bytes, after a selector too. */
export function addressesInBytes(digits: string): string[] {
  if (digits.length === 40) return [`0x${digits}`]
  const words = [0, 8].flatMap((start) =>
    Array.from({ length: Math.floor((digits.length - start) / 64) }, (_, index) =>
      digits.slice(start + index * 64, start + (index + 1) * 64),
    ),
  )
  return words
    .filter((word) => /^0{24}/.test(word) && !/^0{48}/.test(word))
    .map((word) => `0x${word.slice(24)}`)
}

function leavesIn(node: TypedNode): readonly { type: string; value: string }[] {
  return 'value' in node ? [node] : node.children.flatMap(leavesIn)
}

/**
 * Every address that typed data could name, in lower case, however it is written: as an address, a number, bytes or text.
 * The contract of its domain comes first.
 *
 * @returns `text`, in which every other address that stands packed can be looked for
 */
export function addressesIn(data: TypedDataRequest): { addresses: readonly string[]; text: string } {
  const leaves = leavesIn(treeOf(data)).map(({ type, value }) => ({ type, digits: digitsOf(type, value) }))
  const found = leaves.flatMap(({ type, digits }) =>
    type === 'string'
      ? (digits.match(/(?<=0x)[0-9a-f]{40}/g) ?? []).map((one) => `0x${one}`)
      : addressesInBytes(digits),
  )
  const contract = data.domain.verifyingContract?.toLowerCase()
  return {
    addresses: [...new Set([...(contract === undefined ? [] : [contract]), ...found])],
    text: leaves.map(({ digits }) => digits).join(' '),
  }
}

const amountOf = (value: TypedValue | undefined): bigint =>
  typeof value === 'string' && /^[0-9]+$/.test(value) ? BigInt(value) : 0n

const membersOf = ({ types }: TypedDataRequest, name: string): string =>
  (types[name] ?? []).map((member) => `${member.type} ${member.name}`).join(',')

const listOf = (value: TypedValue | undefined): readonly Fields[] =>
  Array.isArray(value) ? (value as readonly Fields[]) : []

/**
 * Seaport's item: what is asked at the end counts, since the price may fall until then. An item of a collection counts as
 * something, whatever it is.
 */
const worth = (item: Fields): bigint => {
  const [start, end] = [amountOf(item.startAmount), amountOf(item.endAmount)]
  if (start < end) return start
  return end
}

/** A Seaport order that gives the offerer none of what is asked for. */
function isSeaportGiveaway(order: Fields): boolean {
  const given = listOf(order.offer).some((item) => worth(item) > 0n || amountOf(item.startAmount) > 0n)
  const back = listOf(order.consideration).filter(
    (item) => typeof item.recipient === 'string' && sameAddress(item.recipient, order.offerer as string),
  )
  return given && !back.some((item) => worth(item) > 1n || (worth(item) > 0n && amountOf(item.itemType) > 1n))
}

/** The orders at the leaves of Seaport's `BulkOrder` tree; empty ones fill it up. */
function leavesOf(tree: TypedValue): readonly Fields[] {
  if (Array.isArray(tree)) return (tree as readonly TypedValue[]).flatMap(leavesOf)
  return typeof tree === 'object' ? [tree as Fields] : []
}

const seaportOrder =
  'address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter'

function seaport(data: TypedDataRequest): boolean {
  if (membersOf(data, 'OrderComponents') !== seaportOrder) return false
  if (data.primaryType === 'OrderComponents') return isSeaportGiveaway(data.message)
  return data.primaryType === 'BulkOrder' && leavesOf(data.message.tree ?? []).some(isSeaportGiveaway)
}

const blurOrder =
  'address trader,uint8 side,address matchingPolicy,address collection,uint256 tokenId,uint256 amount,address paymentToken,uint256 price,uint256 listingTime,uint256 expirationTime,Fee[] fees,uint256 salt,bytes extraParams,uint256 nonce'

/** Blur's first exchange: a sale for nothing. A `Root` holds orders that nobody can see. */
function blur(data: TypedDataRequest): boolean {
  if (data.domain.name !== 'Blur Exchange') return false
  if (data.primaryType === 'Root') return true
  if (membersOf(data, 'Order') !== blurOrder || data.primaryType !== 'Order') return false
  return amountOf(data.message.side) === 1n && amountOf(data.message.price) <= 1n
}

/** An order of any other market by its usual names: something is sold and nothing is bought. */
function plain({ message }: TypedDataRequest): boolean {
  const { sellAmount, buyAmount } = message
  return (
    sellAmount !== undefined &&
    buyAmount !== undefined &&
    amountOf(sellAmount) > 0n &&
    amountOf(buyAmount) <= 1n
  )
}

/**
 * Whether typed data is an order by which the signer gives something and gets nothing, or one unit at most: what thieves
 * ask for. Knows Seaport (also in bulk), Blur, and orders with a `sellAmount` and a `buyAmount`. `false` says nothing about
 * any other data.
 *
 * @example
 * isGiveaway(parseTypedDataRequest(params, context)) // a danger to be shown
 */
export const isGiveaway = (data: TypedDataRequest): boolean => seaport(data) || blur(data) || plain(data)
