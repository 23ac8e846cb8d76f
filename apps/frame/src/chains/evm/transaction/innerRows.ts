import { flattenCalls, innerCalls } from '@latchkey/chain-evm/decode'
import type { DecodedCall, TokenInfo } from '@latchkey/chain-evm/decode/types'
import type { ChainInfo } from '@latchkey/protocol'
import type { CallRow } from '../../../approvals/ApprovalView.ts'
import { recipientOf } from '../clearSigning/partiesOf.ts'
import type { Known } from '../rpc/askChain.ts'
import { headlineOf } from './transactionHeadline.ts'

type Step = ReturnType<typeof flattenCalls>[number]

/** Steps that are a danger by themselves, whatever else is known. */
const isDanger = (step: Step): boolean => {
  if (step.kind === 'approval') return step.unlimited
  if (step.kind === 'approvalForAll') return step.approved
  return step.kind === 'unknown' || step.kind === 'create' || step.kind === 'control'
}

function partyOf(step: Step): string | null {
  if (step.kind === 'create') return null
  if (step.kind === 'approval') return step.spender
  if (step.kind === 'approvalForAll') return step.operator
  return recipientOf(step) ?? ('to' in step ? step.to : null)
}

/**
 * The steps that one call carries, each as a row, those of steps within steps included. Empty for a call that carries none.
 *
 * @param own the account that makes the call
 */
export const innerRows = (
  chain: ChainInfo,
  own: string,
  call: DecodedCall,
  tokens: Known<TokenInfo>,
): readonly CallRow[] =>
  innerCalls(call)
    .flatMap(flattenCalls)
    .map((step) => ({
      sentence: headlineOf(chain, step, tokens, own).sentence,
      to: partyOf(step),
      ...('token' in step ? { contract: step.token } : {}),
      ...(isDanger(step) ? { level: 'danger' as const } : {}),
    }))
