import type { CaipNetworkId, Config, ConnectorContext } from '@latchkey/core/connector'
import { ChainNotSupportedError } from '../answer/errors.ts'

/**
 * The network that is asked for, or is active, or the first that page and wallet both have.
 *
 * @param served networks of the page that the wallet serves
 * @throws ChainNotSupportedError where they have none in common
 */
export function servedNetwork(
  { getNetwork }: Pick<ConnectorContext, 'getNetwork'>,
  served: readonly CaipNetworkId[],
  asked?: CaipNetworkId,
): CaipNetworkId {
  const wanted = [asked, getNetwork().caipNetworkId]
  const found = served.find((id) => id === wanted[0]) ?? served.find((id) => id === wanted[1]) ?? served[0]
  if (!found) throw new ChainNotSupportedError({ data: { rpcCode: 4901 } })
  return found
}

/**
 * The rdns under which a wallet of one name announces itself on other networks (EIP-6963); of two, nobody can tell which it is.
 *
 * @param prefix of the ids of its own kind, which are left out: their rdns is what is asked here
 */
export function rdnsOf(config: Config, name: string, prefix: string): string | undefined {
  const same = config.connectors
    .getState()
    .connectors.filter((other) => !other.id.startsWith(prefix) && other.name === name && other.rdns)
  return same.length === 1 ? same[0]?.rdns : undefined
}
