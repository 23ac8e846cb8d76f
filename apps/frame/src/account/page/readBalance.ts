import { safeAccount } from '@latchkey/chain-evm/decode/smartAccount'
import type { FrameDocumentConfig } from '@latchkey/protocol'
import { callService, type Fetch } from '@latchkey/protocol/client'
import { getAccountBalance } from '@latchkey/protocol/http'
import { worthInCents } from '../../approvals/worth.ts'

/** Cents that everything with a price is worth. `isWhole`: there is nothing without one, and every network has answered. */
export type Balance = { cents: bigint; isWhole: boolean }

/** A decimal text in base units; what has more places than the token is refused by being nothing. */
function baseUnits(numeric: string, decimals: number): bigint {
  const [whole = '0', places = ''] = numeric.split('.')
  return places.length > decimals ? 0n : BigInt(`${whole}${places.padEnd(decimals, '0')}`)
}

/**
 * What a wallet's accounts on all networks are worth together, by the operator's service: its plain account, and its smart
 * account where a network has one.
 *
 * @throws as `callService`
 */
export async function readBalance(
  { apiOrigin, projectId, chains }: Pick<FrameDocumentConfig, 'apiOrigin' | 'projectId' | 'chains'>,
  owner: `0x${string}`,
  signal: AbortSignal,
  fetch?: Fetch,
): Promise<Balance> {
  const service = { apiOrigin, query: { projectId }, ...(fetch && { fetch }) }
  const isSmart = chains.some(({ smartAccounts }) => smartAccounts)
  const accounts = isSmart ? [owner, safeAccount.addressOf(owner)] : [owner]
  const answers = await Promise.all(
    accounts.map((address) =>
      callService(service, getAccountBalance, { params: { address }, query: { currency: 'usd' }, signal }),
    ),
  )
  const tokens = answers.flatMap(({ balances }) => balances)
  const worth = tokens.map(({ price, quantity: { decimals, numeric } }) =>
    price === undefined
      ? undefined
      : worthInCents(baseUnits(numeric, Number(decimals)), Number(decimals), price),
  )
  return {
    cents: worth.reduce<bigint>((sum, one) => sum + (one ?? 0n), 0n),
    isWhole: worth.every((one) => one !== undefined) && answers.every(({ unavailable }) => !unavailable),
  }
}
