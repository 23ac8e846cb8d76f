import { type DecodedCall, flattenCalls, type Permission, sameAddress } from '@latchkey/chain-evm/decode'
import type { TransactionFacts } from './transactionFacts.ts'

const isNobody = (address: string) => /^0x0{40}$/.test(address)

type Approving = Pick<TransactionFacts, 'decoded' | 'simulation' | 'tokens'>

/** What one step says that it gives away of the account's own. */
function permissionsOfCall(call: DecodedCall, { tokens }: Approving, own: string): Permission[] {
  if (call.kind === 'approvalForAll')
    return call.approved
      ? [
          {
            token: call.token,
            spender: call.operator,
            kind: 'all',
            amount: 1n,
            unlimited: true,
            expiresAt: null,
          },
        ]
      : []
  if (call.kind !== 'approval' || call.change === 'decrease') return []
  if (call.owner !== null && !sameAddress(call.owner, own)) return []
  const { token, spender, amount, unlimited, expiresAt = null } = call
  if (tokens.get(token.toLowerCase())?.collectible)
    return isNobody(spender) ? [] : [{ token, spender, kind: 'item', amount, unlimited: false, expiresAt }]
  return amount === 0n ? [] : [{ token, spender, kind: 'amount', amount, unlimited, expiresAt }]
}

const keyOf = ({ kind, token, spender, amount }: Permission) =>
  `${kind}/${token}/${spender}/${kind === 'item' ? amount : ''}`.toLowerCase()

/**
 * What others may take afterwards: what the call says by itself, and whatever else the simulation shows, so that an
 * approval under another name is seen as well. An amount that the call sets counts; one that it raises is what the
 * token says it comes to.
 */
export function permissionsGiven(facts: Approving, own: string): readonly Permission[] {
  const calls = flattenCalls(facts.decoded)
  const given = new Map<string, Permission>()
  for (const call of calls)
    for (const permission of permissionsOfCall(call, facts, own)) given.set(keyOf(permission), permission)
  const raised = calls.some((call) => call.kind === 'approval' && call.change === 'increase')
  for (const seen of facts.simulation?.permissions ?? []) {
    const said = given.get(keyOf(seen))
    given.set(keyOf(seen), said && !raised ? { ...said, unlimited: said.unlimited || seen.unlimited } : seen)
  }
  return [...given.values()]
}
