import { flattenCalls, sameAddress } from '@latchkey/chain-evm/decode'
import type { DecodedCall } from '@latchkey/chain-evm/decode/types'
import { symbolOf } from '../../../approvals/values.ts'
import type { KnownParties } from '../parties/knownParties.ts'
import type { TransactionFacts } from './transactionFacts.ts'

/** Who gets something by a step that sends something of the account's own. */
function paid(call: DecodedCall, own: string): string | null {
  if (call.kind === 'nativeTransfer') return call.value === 0n ? null : call.to
  if (call.kind === 'collectibleTransfer') return call.to
  if (call.kind !== 'tokenTransfer' || call.amount === 0n) return null
  return call.from === null || sameAddress(call.from, own) ? call.to : null
}

/** What is worth remembering of a transaction that was sent. */
export function partiesOfFacts(
  { decoded, tokens }: Pick<TransactionFacts, 'decoded' | 'tokens'>,
  own: string,
  chainId: number,
): KnownParties {
  const calls = flattenCalls(decoded)
  const recipients = calls.flatMap((call) => {
    const to = paid(call, own)
    return to === null || sameAddress(to, own) ? [] : [to]
  })
  const used = calls.flatMap((call) =>
    call.kind === 'tokenTransfer' && call.amount > 0n ? [call.token] : [],
  )
  return {
    recipients,
    tokens: used.flatMap((address) => {
      const symbol = symbolOf(tokens.get(address.toLowerCase()))
      return symbol === '' ? [] : [{ chainId, address, symbol }]
    }),
  }
}
