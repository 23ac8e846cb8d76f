import type { Address } from 'viem'
import { sameAddress } from './address.ts'
import { isUnlimited, permit2Address } from './callAbi.ts'
import type { Allowance, TypedDataRequest, TypedPurpose, TypedValue } from './model.ts'

type Fields = { readonly [name: string]: TypedValue }

/** Whether a struct has exactly these members, in the standard's order. */
const has = ({ types }: TypedDataRequest, name: string, members: string): boolean =>
  types[name]?.map((member) => `${member.type} ${member.name}`).join(',') === members

function allowance(
  fields: { token: TypedValue | undefined; spender: TypedValue | undefined; amount: TypedValue | undefined },
  expiresAt: TypedValue | undefined | null,
  bits: 160 | 256,
): Allowance {
  const amount = BigInt(fields.amount as string)
  return {
    token: fields.token as Address,
    spender: fields.spender as Address,
    amount,
    unlimited: isUnlimited(amount, bits),
    expiresAt: expiresAt === null ? null : BigInt(expiresAt as string),
  }
}

function erc2612(data: TypedDataRequest): TypedPurpose | undefined {
  const shape = 'address owner,address spender,uint256 value,uint256 nonce,uint256 deadline'
  const token = data.domain.verifyingContract
  if (data.primaryType !== 'Permit' || token === undefined || !has(data, 'Permit', shape)) return undefined
  const { owner, spender, value } = data.message
  // The deadline bounds when the permit may be handed in, not how long the allowance lasts.
  const given = allowance({ token, spender, amount: value }, null, 256)
  const kind = given.amount === 0n ? 'revoke' : 'permit'
  return { kind, standard: 'erc2612', owner: owner as Address, allowances: [given] }
}

function dai(data: TypedDataRequest): TypedPurpose | undefined {
  const shape = 'address holder,address spender,uint256 nonce,uint256 expiry,bool allowed'
  const token = data.domain.verifyingContract
  if (data.primaryType !== 'Permit' || token === undefined || !has(data, 'Permit', shape)) return undefined
  const { holder, spender, allowed } = data.message
  const amount = allowed === true ? String(2n ** 256n - 1n) : '0'
  const given = allowance({ token, spender, amount }, null, 256)
  const kind = allowed === true ? 'permit' : 'revoke'
  return { kind, standard: 'dai', owner: holder as Address, allowances: [given] }
}

const details = 'address token,uint160 amount,uint48 expiration,uint48 nonce'

function permit2Allowance(data: TypedDataRequest): TypedPurpose | undefined {
  const { primaryType, message } = data
  const single = primaryType === 'PermitSingle'
  if (!single && primaryType !== 'PermitBatch') return undefined
  const member = `PermitDetails${single ? '' : '[]'} details,address spender,uint256 sigDeadline`
  if (!has(data, primaryType, member) || !has(data, 'PermitDetails', details)) return undefined
  const items = (single ? [message.details] : message.details) as readonly Fields[]
  const allowances = items.map((item) =>
    allowance({ token: item.token, spender: message.spender, amount: item.amount }, item.expiration, 160),
  )
  const kind = allowances.every(({ amount }) => amount === 0n) ? 'revoke' : 'permit'
  return { kind, standard: 'permit2', owner: null, allowances }
}

function permit2Transfer(data: TypedDataRequest): TypedPurpose | undefined {
  const { primaryType, message, types } = data
  const names = [
    'PermitTransferFrom',
    'PermitWitnessTransferFrom',
    'PermitBatchTransferFrom',
    'PermitBatchWitnessTransferFrom',
  ]
  if (!names.includes(primaryType) || !has(data, 'TokenPermissions', 'address token,uint256 amount'))
    return undefined
  const batch = primaryType.includes('Batch')
  const start = `TokenPermissions${batch ? '[]' : ''} permitted,address spender,uint256 nonce,uint256 deadline`
  const members = types[primaryType]?.slice(0, 4).map((member) => `${member.type} ${member.name}`)
  if (members?.join(',') !== start) return undefined
  const items = (batch ? message.permitted : [message.permitted]) as readonly Fields[]
  const allowances = items.map((item) =>
    allowance({ token: item.token, spender: message.spender, amount: item.amount }, message.deadline, 256),
  )
  const witness = (types[primaryType]?.length ?? 0) > 4 ? { witness: true as const } : {}
  return { kind: 'transfer', standard: 'permit2', owner: null, allowances, ...witness }
}

/**
 * Recognises what a signature over typed data gives away: ERC-2612 and DAI permits, Permit2 allowances and transfers.
 * Recognition is by the exact struct, so a site cannot dress something else up as a permit or the other way round.
 */
export function purposeOf(data: TypedDataRequest): TypedPurpose {
  const direct = erc2612(data) ?? dai(data)
  if (direct) return direct
  const isPermit2 = sameAddress(data.domain.verifyingContract ?? null, permit2Address)
  return (isPermit2 && (permit2Allowance(data) ?? permit2Transfer(data))) || { kind: 'unknown' }
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
