import type { Call, TokenInfo } from '@latchkey/chain-evm/decode/types'
import type { Cap } from '../../../approvals/ApprovalView.ts'
import { tokenAmount } from '../../../approvals/values.ts'
import { type Known, type NamedCalls, type NamedOutcomes, resultOf } from '../rpc/askChain.ts'
import { capOfCall, withCap } from './callCap.ts'

const tokensOf = (calls: readonly Call[]): readonly string[] => [
  ...new Set(calls.flatMap((call) => capOfCall(call)?.token.toLowerCase() ?? [])),
]

/** `balanceOf(address)` of ERC-20. */
const balanceData = (owner: string) => `0x70a08231${owner.slice(2).toLowerCase().padStart(64, '0')}`

/** Adds the question what the account has of each token that its calls would let others spend. */
export function askBalances(asked: NamedCalls, calls: readonly Call[], owner: string): void {
  for (const to of tokensOf(calls))
    asked.set(`balance:${to}`, { method: 'eth_call', params: [{ to, data: balanceData(owner) }, 'latest'] })
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
