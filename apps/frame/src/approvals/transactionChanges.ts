import {
  type Permission,
  sameAddress,
  type TokenInfo,
  type TransactionRequest,
} from '@latchkey/chain-evm/decode'
import type { ChainInfo } from '@latchkey/protocol'
import { plainText } from '../site/plainText.ts'
import type { ChangeRow, Changes, Value } from './ApprovalView.ts'
import { permissionsGiven } from './permissionsGiven.ts'
import type { TransactionFacts } from './transactionFacts.ts'
import { nativeAmount, symbolOf, text, tokenAmount } from './values.ts'

const absolute = (amount: bigint) => (amount < 0n ? -amount : amount)

/**
 * The contract of a token, where nothing else on the screen tells it apart from one that took the same symbol. Without a
 * symbol the address stands beside the amount already.
 */
function contractOf(address: string, { decoded, tokens }: TransactionFacts): { token?: string } {
  const named = 'token' in decoded && sameAddress(decoded.token, address)
  return named || symbolOf(tokens.get(address.toLowerCase())) === '' ? {} : { token: address }
}

const itemText = (token: TokenInfo | undefined, id: bigint, times = ''): Value =>
  text(plainText(`${times}${symbolOf(token)} #${id}`, 60))

/** What the simulation moved. */
function movedRows(chain: ChainInfo, facts: TransactionFacts): ChangeRow[] {
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

function givenRow({ kind, token, amount, unlimited }: Permission, facts: TransactionFacts): ChangeRow {
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
export function changesOf(chain: ChainInfo, wanted: TransactionRequest, facts: TransactionFacts): Changes {
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
