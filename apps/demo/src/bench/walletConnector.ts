import type { Config, Connector } from '@latchkey/sdk'

/** The embedded wallet's connector: the way to its frame. */
export function walletConnector(config: Config): Connector {
  const connector = config.connectors.getState().connectors.find(({ id }) => id === 'embedded')
  if (!connector) throw new Error('The page has no embedded wallet.')
  return connector
}
