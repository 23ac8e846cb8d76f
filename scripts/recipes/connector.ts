import type { Recipe } from './Recipe.ts'

export const connector: Recipe = {
  name: 'connector',
  page: 'add-a-connector.md',
  limit: { files: 1, lines: 1 },
  files: {
    'packages/connectors/src/toyWallet.ts': `import {
  type Connector,
  type ConnectResult,
  createConnector,
  RequestAbortedError,
} from '@latchkey/core/connector'
import { MockRejectedError } from './answer/errors.ts'

/** A wallet that a test holds in its hand. */
export type ToyWallet = { connected: boolean; ask(method: string): Promise<unknown> }

/** Connects to a toy. */
export const toyWallet = (wallet: ToyWallet) =>
  createConnector((context): Connector => {
    const result = (): ConnectResult => ({
      accounts: [{ namespace: 'eip155', address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', type: 'eoa' }],
      caipNetworkId: context.getNetwork().caipNetworkId,
      preferredAccountType: 'eoa',
    })
    const ask = async (method: string, signal?: AbortSignal) => {
      if (signal?.aborted) throw new RequestAbortedError()
      const aborted = new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => reject(new RequestAbortedError()), { once: true })
      })
      return Promise.race([aborted, wallet.ask(method)])
    }
    return {
      id: 'toy',
      name: 'Toy wallet',
      type: 'EXTERNAL',
      namespaces: ['eip155'],
      async connect({ signal }) {
        if ((await ask('eth_requestAccounts', signal)) === undefined) throw new MockRejectedError()
        wallet.connected = true
        return result()
      },
      reconnect: async () => (wallet.connected ? result() : undefined),
      async disconnect() {
        wallet.connected = false
      },
      request: ({ method, signal }) => ask(method, signal),
    }
  })
`,
  },
  lines: [
    {
      file: 'packages/connectors/package.json',
      after: '"./mock": "./src/mock.ts",',
      text: '    "./toyWallet": "./src/toyWallet.ts",',
    },
  ],
  projects: ['packages/connectors'],
  tests: {
    'packages/connectors/src/toyWallet.test.ts': `import { toyWallet } from '@latchkey/connectors/toyWallet'
import { connectorContext } from './testing/connectorContext.ts'
import { runConnectorContract } from './testing/connectorContract.ts'

const make = (ask: (method: string) => Promise<unknown>, connected = false) =>
  toyWallet({ connected, ask })(connectorContext())

runConnectorContract('toy', {
  make: (state) => make(async () => '0x10', state === 'signedIn'),
  makeRefusing: () => make(() => Promise.reject(new Error('The toy declined.'))),
  makeHanging: () => make(() => new Promise<never>(() => undefined)),
  safeRequest: { method: 'eth_blockNumber', result: '0x10' },
})
`,
  },
}
