import type { TransactionRequest } from '@latchkey/chain-evm/decode'
import type { ChainInfo } from '@latchkey/protocol'
import { completeTransaction, type FeeWish, feeOf, isFeeSet } from '../approvals/completeTransaction.ts'
import type { FeeChoice, FeeOption, FeeSpeed } from '../approvals/Edit.ts'
import type { TransactionFacts } from '../approvals/transactionFacts.ts'
import { nativeAmount } from '../approvals/values.ts'

/** What a transaction would cost at each speed; what the site set is one more, and the first one chosen. */
export function feeChoice(
  chain: ChainInfo,
  wanted: TransactionRequest,
  facts: TransactionFacts,
  wish: FeeWish,
): FeeChoice {
  const optionOf = (speed: FeeSpeed): FeeOption => {
    const transaction = completeTransaction(wanted, chain.id, facts, { ...wish, speed })
    const { expected, most } = feeOf(transaction, facts)
    return {
      speed,
      expected: nativeAmount(chain, expected, 'nearest'),
      most: nativeAmount(chain, most, 'up'),
    }
  }
  const speeds: FeeSpeed[] = ['slow', 'normal', 'fast', ...(isFeeSet(wanted) ? (['site'] as const) : [])]
  const storingUnknown = facts.l1 === 'unknown'
  return { chosen: wish.speed, options: speeds.map(optionOf), ...(storingUnknown ? { storingUnknown } : {}) }
}
