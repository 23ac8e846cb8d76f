import type { Address } from 'viem'
import { sameAddress } from './parseAddress.ts'
import type { TypedDataRequest } from './typedData.ts'
import type { TypedValue } from './typedDataTypes.ts'

/** One allowance that a signature gives away. `amount` in the token's smallest unit. */
export type Allowance = {
  token: Address
  spender: Address
  amount: bigint
  unlimited: boolean
  /** Seconds since the epoch until which it holds; null: for ever. */
  expiresAt: bigint | null
}

export type TypedPurpose =
  | {
      /** `transfer`: the spender may move the tokens once. */
      kind: 'permit' | 'transfer' | 'revoke'
      standard: 'erc2612' | 'dai' | 'permit2'
      /** null: whoever signs */
      owner: Address | null
      allowances: readonly Allowance[]
      /** More is signed than the allowances: a witness, which only the whole tree shows. */
      witness?: true
    }
  | { kind: 'unknown' }

/** The one address of Uniswap's Permit2 on every network. */
export const permit2Address: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

type Fields = { readonly [name: string]: TypedValue }

/** More than any supply: half of the range, of uint256 for ERC-20 and of uint160 for Permit2. */
export const isUnlimited = (amount: bigint, bits: 160 | 256): boolean => amount >= 2n ** BigInt(bits - 1)

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
