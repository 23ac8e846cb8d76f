import { createConfig } from '../config/createConfig.ts'
import type { Config } from '../interfaces/Config.ts'
import { createConnector } from '../interfaces/Connector.ts'
import { createStorage } from '../storage/createStorage.ts'
import { ADDRESS, connected } from './fakeConnector.ts'
import { base, mainnet } from './testConfig.ts'

export { ADDRESS }

/** A wallet (`test`) behind a provider that refuses to send and signs all else. */
export function signingConfig(): Config {
  return createConfig({
    projectId: 'test',
    networks: [mainnet, base],
    services: { walletOrigin: 'https://wallet.example', apiOrigin: 'https://api.example' },
    storage: createStorage(() => undefined),
    adapters: [
      () => ({
        namespace: 'eip155',
        isAddress: () => true,
        getBalance: async () => '2.5',
        createProvider: () => {
          const provider = {
            async request({ method }: { method: string }) {
              if (method === 'eth_accounts') return [ADDRESS]
              if (method === 'personal_sign') return '0x5161'
              throw Object.assign(new Error('Declined'), { code: 4001 })
            },
          }
          return provider as Config['provider']
        },
      }),
    ],
    connectors: [
      createConnector(() => ({
        id: 'test',
        name: 'Test wallet',
        type: 'EXTERNAL',
        namespaces: ['eip155'],
        connect: async () => connected(),
        reconnect: async () => connected(),
        disconnect: async () => undefined,
        switchNetwork: async () => undefined,
        request: async () => '0x',
      })),
    ],
  })
}
