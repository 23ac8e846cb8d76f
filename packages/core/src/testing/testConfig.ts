import { createConfig } from '../config/createConfig.ts'
import type { Config, ConfigParameters } from '../interfaces/Config.ts'
import type { ConnectorContext, Network } from '../interfaces/Connector.ts'
import { createStorage } from '../storage/createStorage.ts'
import { type FakeConnector, fakeConnector } from './fakeConnector.ts'

const evm = (id: number, name: string): Network & { id: number } => ({
  id,
  name,
  caipNetworkId: `eip155:${id}`,
  chainNamespace: 'eip155',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})
export const mainnet = evm(1, 'Ethereum')
export const base = evm(8453, 'Base')

/** A config over one fake connector, with a storage of its own. */
export function testConfig(parameters: Partial<ConfigParameters> = {}): {
  config: Config
  wallet: FakeConnector
} {
  let wallet: FakeConnector | undefined
  const config = createConfig({
    projectId: 'test',
    networks: [mainnet, base],
    services: { walletOrigin: 'https://wallet.example', apiOrigin: 'https://api.example' },
    storage: createStorage(() => undefined),
    connectors: [
      (context: ConnectorContext) => {
        wallet = fakeConnector(context)
        return wallet.connector
      },
    ],
    adapters: [() => ({ namespace: 'eip155', isAddress: () => true })],
    ...parameters,
  })
  return { config, wallet: wallet as FakeConnector }
}

/** The embedded wallet has put a request on its screen. */
export const showsApproval = (config: Config): void => config.frame.setState({ screen: 'approval' })

/** It has nothing to show any more, neither a request nor what came of one. */
export const showsNothing = (config: Config): void => config.frame.setState({ screen: 'none' })
