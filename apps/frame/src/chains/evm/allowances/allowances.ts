import { decodeCall, isUnlimited } from '@latchkey/chain-evm/decode'
import type { Call, DecodedCall, TokenInfo } from '@latchkey/chain-evm/decode/model'
import type { Cap, Fact, Warning } from '../../../approvals/ApprovalView.ts'
import { makeWarning, tokenAmount, tokenName } from '../../../approvals/phrases.ts'
import type { Known, NamedCalls, NamedOutcomes } from '../model/transaction.ts'
import { balanceCall, resultOf } from '../rpc/readChain.ts'

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

const tokensOf = (calls: readonly Call[]): readonly string[] => [
  ...new Set(calls.flatMap((call) => capOfCall(call)?.token.toLowerCase() ?? [])),
]

/** Adds the question what the account has of each token that its calls would let others spend. */
export function askBalances(asked: NamedCalls, calls: readonly Call[], owner: string): void {
  for (const token of tokensOf(calls)) asked.set(`balance:${token}`, balanceCall(token, owner))
}

/** By token, in lower case; what did not come is missing. */
export function readBalances(outcomes: NamedOutcomes, calls: readonly Call[]): Known<bigint> {
  const balances = new Map<string, bigint>()
  for (const token of tokensOf(calls)) {
    const balance = resultOf(outcomes, `balance:${token}`)
    if (typeof balance === 'string' && /^0x[0-9a-fA-F]{64}$/.test(balance))
      balances.set(token, BigInt(balance))
  }
  return balances
}

/**
 * Several calls with one amount changed.
 *
 * @param asked as the site asked for them: no more than that can be given
 * @param current as they would be signed now
 * @returns undefined when that call gives no allowance that may be changed so
 */
export function withCapAt<T extends Call>(
  asked: readonly T[],
  current: readonly T[],
  { call, amount }: { call: number; amount: bigint },
): readonly T[] | undefined {
  const one = asked[call]
  const changed = one && withCap(one, amount)
  return changed && current.map((other, index) => (index === call ? { ...other, data: changed.data } : other))
}

type CapInput = {
  /** The calls as the site asked for them, in order. */
  asked: readonly Call[]
  /** The same as they would be signed now. */
  current: readonly Call[]
  tokens: Known<TokenInfo>
  /** What the account has of a token, in its smallest unit. */
  balances: Known<bigint>
}

/**
 * The amounts of a request that the person may lower. A token whose decimals are not known has none, since nobody could
 * say what a number would mean; nor has an item of a collection, whose number is no amount.
 */
export function capsOf({ asked, current, tokens, balances }: CapInput): readonly Cap[] {
  return asked.flatMap((one, call): Cap[] => {
    const most = capOfCall(one)
    const now = current[call] && capOfCall(current[call])
    if (!most || !now) return []
    const info = tokens.get(most.token.toLowerCase())
    if (!info || info.decimals === null || info.collectible) return []
    return [
      {
        call,
        token: most.token,
        symbol: tokenAmount(info, now.amount, most.token).symbol,
        decimals: info.decimals,
        asked: most.amount,
        current: now.amount,
        unlimited: now.unlimited,
        balance: balances.get(most.token.toLowerCase()),
      },
    ]
  })
}

const monthSeconds = 30n * 24n * 3_600n

export type SpenderFacts = {
  unlimited: boolean
  symbol: string
  /** The spender is a contract; undefined: not known. */
  isContract: boolean | undefined
  /** Seconds since the epoch; null: no end that the request names. */
  expiresAt: bigint | null
  /** ms since the epoch */
  now: number
}

/** What is dangerous about letting somebody spend tokens. */
export function spenderWarnings({ unlimited, symbol, isContract, expiresAt, now }: SpenderFacts): Warning[] {
  const token = tokenName(symbol)
  const warnings: Warning[] = []
  if (unlimited) warnings.push(makeWarning('danger', 'unlimited', { token }, 'risk.unlimited'))
  if (isContract === false) warnings.push(makeWarning('danger', 'spenderPerson', undefined, 'risk.spender'))
  // Not knowing is no reason to think well of it.
  if (isContract === undefined)
    warnings.push(makeWarning('danger', 'spenderUnknown', undefined, 'risk.spenderUnknown'))
  if (expiresAt !== null && expiresAt > BigInt(Math.floor(now / 1_000)) + monthSeconds)
    warnings.push(makeWarning('danger', 'long', undefined, 'risk.long'))
  return warnings
}

/** Until when an allowance holds. */
export function expiryFact(expiresAt: bigint | null): Fact {
  // Later than any calendar goes: the same as no end.
  const open = expiresAt === null || expiresAt > 8_640_000_000_000n
  return {
    label: 'row.expires',
    value: open ? { kind: 'message', key: 'value.forever' } : { kind: 'date', seconds: expiresAt },
  }
}
