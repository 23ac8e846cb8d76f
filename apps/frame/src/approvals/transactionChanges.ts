import { flattenCalls, type TransactionRequest } from '@latchkey/chain-evm/decode'
import type { ChainInfo } from '@latchkey/protocol'
import { plainText } from '../site/plainText.ts'
import type { ChangeRow, Changes, Value } from './ApprovalView.ts'
import type { TransactionFacts } from './transactionFacts.ts'
import { nativeAmount, symbolOf, text, tokenAmount } from './values.ts'

const absolute = (amount: bigint) => (amount < 0n ? -amount : amount)

/** What the simulation moved. */
function movedRows(chain: ChainInfo, { simulation, tokens }: TransactionFacts): ChangeRow[] {
  return (simulation?.changes ?? []).map(({ asset, amount, tokenId }) => {
    const direction = amount < 0n ? 'out' : 'in'
    if (asset === null) return { direction, value: nativeAmount(chain, absolute(amount)) }
    const token = tokens.get(asset.toLowerCase())
    if (tokenId === undefined) return { direction, value: tokenAmount(token, absolute(amount), asset) }
    const times = absolute(amount) === 1n ? '' : `${absolute(amount)} × `
    return { direction, value: text(plainText(`${times}${symbolOf(token)} #${tokenId}`, 60)) }
  })
}

/** What others may spend afterwards: the call says it exactly. */
function givenRows({ decoded, tokens }: TransactionFacts): ChangeRow[] {
  return flattenCalls(decoded).flatMap((call): ChangeRow[] => {
    if (call.kind !== 'approval' || call.owner !== null || call.change === 'decrease') return []
    const token = tokens.get(call.token.toLowerCase())
    if (call.amount === 0n && !token?.collectible) return []
    const value: Value = token?.collectible
      ? text(plainText(`${symbolOf(token)} #${call.amount}`, 60))
      : tokenAmount(token, call.amount, call.token)
    return [
      { direction: 'gives', value, ...(call.unlimited && !token?.collectible ? { unlimited: true } : {}) },
    ]
  })
}

/** What the balances and allowances will be changed by: simulated where the network can, else what the call itself tells. */
export function changesOf(chain: ChainInfo, wanted: TransactionRequest, facts: TransactionFacts): Changes {
  const given = givenRows(facts)
  const { decoded, simulation } = facts
  if (simulation?.status === 'success')
    return { status: 'known', rows: [...movedRows(chain, facts), ...given] }
  if (decoded.kind === 'approval') return { status: 'exact', rows: given }
  if (decoded.kind === 'nativeTransfer')
    return { status: 'exact', rows: [{ direction: 'out', value: nativeAmount(chain, wanted.value) }] }
  return { status: 'unknown' }
}
