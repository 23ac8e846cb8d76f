import type { Call, TokenInfo } from '@latchkey/chain-evm/decode'
import type { Cap } from '../approvals/Edit.ts'
import type { Known } from '../approvals/readTokens.ts'
import { tokenAmount } from '../approvals/values.ts'
import { capOfCall } from './callCap.ts'

export type CapInput = {
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
