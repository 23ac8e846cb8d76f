import { sameAddress } from './parseAddress.ts'
import type { TypedDataRequest } from './typedData.ts'
import type { TypedValue } from './typedDataTypes.ts'

type Fields = { readonly [name: string]: TypedValue }

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
