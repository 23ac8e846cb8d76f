import { callService, type Service } from '@latchkey/protocol/client'
import { getAccountBalance } from '@latchkey/protocol/http'

/** ms: it only adds to what the wallet knows by itself. */
const PATIENCE = 4_000
/** CAIP-10 of a token. */
const TOKEN = /^eip155:\d+:(0x[0-9a-fA-F]{40})$/

/**
 * Addresses of the ERC-20 tokens that the service finds an account to have on a network. Amounts and names are not taken
 * from it: those the wallet reads itself.
 *
 * @param query `projectId`, and `chainId` (CAIP-2)
 * @throws as `callService`
 */
export async function listedTokens(
  service: Service,
  account: string,
  query: Readonly<Record<'projectId' | 'chainId', string>>,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const { balances } = await callService(service, getAccountBalance, {
    params: { address: account },
    query: { ...query, currency: 'usd' },
    ms: PATIENCE,
    signal,
  })
  return balances.flatMap(({ chainId, address }) => {
    const token = chainId === query.chainId ? TOKEN.exec(address ?? '')?.[1] : undefined
    return token === undefined ? [] : [token]
  })
}
