import type { Connector, CustomWallet, RouterEntry } from '@latchkey/core'

const isExtension = ({ type }: Connector): boolean => type === 'ANNOUNCED' || type === 'INJECTED'

/** The ways to a wallet that is in this browser. They are known by their rdns: a name proves nothing. */
const extensionsOf = (wallet: CustomWallet, connectors: readonly Connector[]): Connector[] =>
  wallet.rdns === undefined
    ? []
    : connectors.filter((connector) => isExtension(connector) && connector.rdns === wallet.rdns)

export const isInstalled = (wallet: CustomWallet, connectors: readonly Connector[]): boolean =>
  extensionsOf(wallet, connectors).length > 0

/** The view that connects a wallet: by its extension where there is one, else by WalletConnect. */
export function walletEntry(wallet: CustomWallet, connectors: readonly Connector[]): RouterEntry {
  const [first, ...others] = extensionsOf(wallet, connectors)
  if (!first) return { name: 'ConnectingWalletConnect', params: { wallet } }
  const namespaces = new Set([first, ...others].flatMap((connector) => connector.namespaces))
  return others.length > 0 && namespaces.size > 1
    ? { name: 'ConnectingMultiChain', params: { rdns: wallet.rdns } }
    : { name: 'ConnectingExternal', params: { connectorId: first.id } }
}
