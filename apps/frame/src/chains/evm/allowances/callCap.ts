import { decodeCall, isUnlimited } from '@latchkey/chain-evm/decode'
import type { Call, DecodedCall } from '@latchkey/chain-evm/decode/types'

type Approving = Extract<DecodedCall, { kind: 'approval' }>

/** By selector: which word of the arguments is the amount. */
const amountWords: ReadonlyMap<string, number> = new Map([
  // approve(address,uint256)
  ['0x095ea7b3', 1],
  // increaseAllowance(address,uint256)
  ['0x39509351', 1],
  // increaseApproval(address,uint256)
  ['0xd73dd623', 1],
  // Permit2's approve(address,address,uint160,uint48)
  ['0x87517c45', 2],
])

const wordAt = (place: number) => 10 + place * 64

/**
 * The allowance that a call gives, where its amount may be changed before it is signed: the account's own call to the token
 * or to Permit2. A permit that somebody signed is not: its signature holds for its own amount alone.
 */
export function capOfCall(call: Call): Approving | undefined {
  if (!amountWords.has(call.data.slice(0, 10).toLowerCase())) return undefined
  const decoded = decodeCall(call)
  if (decoded.kind !== 'approval' || decoded.owner !== null) return undefined
  return decoded.change === 'decrease' || decoded.amount === 0n ? undefined : decoded
}

/**
 * The same call with another amount, and nothing else changed. Only what the site asked for, or less, and never nothing.
 *
 * @param amount in the token's smallest unit
 * @returns undefined when the call gives no allowance that may be changed, or not to this amount
 * @example
 * decodeCall(withCap(approveAll, 5n)).amount // 5n
 */
export function withCap(call: Call, amount: bigint): Call | undefined {
  const asked = capOfCall(call)
  const place = amountWords.get(call.data.slice(0, 10).toLowerCase())
  if (!asked || place === undefined || amount < 1n || amount > asked.amount) return undefined
  const start = wordAt(place)
  const word = amount.toString(16).padStart(64, '0')
  const data = `${call.data.slice(0, start)}${word}${call.data.slice(start + 64)}` as const
  const changed: Call = { ...call, data: data as `0x${string}` }
  // What is signed must read as what was typed.
  return capOfCall(changed)?.amount === amount ? changed : undefined
}

/** Whether an amount is as good as no limit, at the width that the call has for it. */
export const isUnlimitedCap = ({ data }: Call, amount: bigint): boolean =>
  isUnlimited(amount, data.startsWith('0x87517c45') ? 160 : 256)
