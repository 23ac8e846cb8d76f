import { flattenCalls, sameAddress } from '@latchkey/chain-evm/decode'
import type { DecodedCall, Permission, TokenInfo, TransactionRequest } from '@latchkey/chain-evm/decode/types'
import type { ChainInfo } from '@latchkey/protocol'
import type { ChangeRow, Changes, Value } from '../../../approvals/ApprovalView.ts'
import { nativeAmount, symbolOf, text, tokenAmount } from '../../../approvals/values.ts'
import { plainText } from '../../../site/plainText.ts'
import type { TransactionFacts } from './transactionFacts.ts'

type Moving = Pick<TransactionFacts, 'decoded' | 'simulation' | 'tokens'>

const absolute = (amount: bigint) => (amount < 0n ? -amount : amount)

/**
 * The contract of a token, where nothing else on the screen tells it apart from one that took the same symbol. Without a
 * symbol the address stands beside the amount already.
 */
function contractOf(address: string, { decoded, tokens }: Moving): { token?: string } {
  const named = 'token' in decoded && sameAddress(decoded.token, address)
  return named || symbolOf(tokens.get(address.toLowerCase())) === '' ? {} : { token: address }
}

const itemText = (token: TokenInfo | undefined, id: bigint, times = ''): Value =>
  text(plainText(`${times}${symbolOf(token)} #${id}`, 60))

/** What the simulation moved. */
function movedRows(chain: ChainInfo, facts: Moving): ChangeRow[] {
  return (facts.simulation?.changes ?? []).map(({ asset, amount, tokenId }) => {
    const direction = amount < 0n ? 'out' : 'in'
    if (asset === null) return { direction, value: nativeAmount(chain, absolute(amount)) }
    const token = facts.tokens.get(asset.toLowerCase())
    const contract = contractOf(asset, facts)
    if (tokenId === undefined)
      return { direction, value: tokenAmount(token, absolute(amount), asset), ...contract }
    const times = absolute(amount) === 1n ? '' : `${absolute(amount)} × `
    return { direction, value: itemText(token, tokenId, times), ...contract }
  })
}

function givenRow({ kind, token, amount, unlimited }: Permission, facts: Moving): ChangeRow {
  const info = facts.tokens.get(token.toLowerCase())
  const contract = contractOf(token, facts)
  if (kind === 'all') return { direction: 'gives', value: { kind: 'message', key: 'value.everyItem' }, token }
  if (kind === 'item') return { direction: 'gives', value: itemText(info, amount), ...contract }
  const value = tokenAmount(info, amount, token)
  return { direction: 'gives', value, ...(unlimited ? { unlimited } : {}), ...contract }
}

/**
 * What the balances and allowances will be changed by: simulated where the network can, else what the call itself tells.
 * Whatever money goes along stands there in any case.
 */
export function changesOf(
  chain: ChainInfo,
  wanted: Pick<TransactionRequest, 'from' | 'value'>,
  facts: Moving,
): Changes {
  const given = permissionsGiven(facts, wanted.from).map((permission) => givenRow(permission, facts))
  const { decoded, simulation } = facts
  if (simulation?.status === 'success')
    return { status: 'known', rows: [...movedRows(chain, facts), ...given] }
  if (decoded.kind === 'approval' || decoded.kind === 'approvalForAll')
    return { status: 'exact', rows: given }
  const sent: ChangeRow[] =
    wanted.value === 0n ? [] : [{ direction: 'out', value: nativeAmount(chain, wanted.value) }]
  if (decoded.kind === 'nativeTransfer') return { status: 'exact', rows: sent }
  return { status: 'unknown', rows: [...sent, ...given] }
}

const isNobody = (address: string) => /^0x0{40}$/.test(address)

/** What one step says that it gives away of the account's own. */
function permissionsOfCall(call: DecodedCall, { tokens }: Moving, own: string): Permission[] {
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
export function permissionsGiven(facts: Moving, own: string): readonly Permission[] {
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
