import type { ChainNamespace, Connector, Network } from '@latchkey/core'
import { isAmbiguous, isInstalled } from '../connect/walletRows.ts'

export type NamespaceChoice = { namespace: ChainNamespace; connector: Connector; network: Network }

/**
 * The namespaces that one wallet and the page both serve, in the page's order. None when two wallets claim the same rdns and
 * the same namespace: nobody can tell which is meant.
 */
export function namespaceChoices(
  connectors: readonly Connector[],
  networks: readonly Network[],
  rdns: string,
): NamespaceChoice[] {
  const same = connectors.filter(
    (connector) => isInstalled(connector) && (connector.rdns === rdns || connector.id === rdns),
  )
  if (isAmbiguous(same)) return []
  return [...new Set(networks.map(({ chainNamespace }) => chainNamespace))].flatMap((namespace) => {
    const connector = same.find(({ namespaces }) => namespaces.includes(namespace))
    const network = networks.find(({ chainNamespace }) => chainNamespace === namespace)
    return connector && network ? [{ namespace, connector, network }] : []
  })
}
