import type { Connector } from '@latchkey/core'

export type BlockKind = 'email' | 'social' | 'wallet'
export type Block = { kind: BlockKind; connectors: readonly Connector[] }

const kindOf = (connector: Connector): BlockKind => {
  if (connector.email) return 'email'
  return connector.type === 'ID_AUTH' ? 'social' : 'wallet'
}

/** A wallet that is already in this browser. */
export const isInstalled = (connector: Connector): boolean =>
  connector.type === 'INJECTED' || connector.type === 'ANNOUNCED'

/** The ways to connect in the order they are offered (spec 2): e-mail, social, wallets; wallets first when one is installed. */
export function connectBlocks(connectors: readonly Connector[]): Block[] {
  const order: readonly BlockKind[] = connectors.some(isInstalled)
    ? ['wallet', 'email', 'social']
    : ['email', 'social', 'wallet']
  return order
    .map((kind) => ({ kind, connectors: connectors.filter((connector) => kindOf(connector) === kind) }))
    .filter(({ connectors: some }) => some.length > 0)
}
