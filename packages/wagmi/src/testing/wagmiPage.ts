import { createLatchkey, type Latchkey } from '@latchkey/sdk'
import { connectorOverWallet, createMockInjectedWallet, type MockInjectedWallet } from '@latchkey/testing'
import * as wagmi3 from '@wagmi/core'
import { http } from 'viem'
import { base, foundry, optimism } from 'viem/chains'
import { cdp, page, userEvent } from 'vitest/browser'
import * as wagmi2 from 'wagmi-core-2'
import { latchkey } from '../latchkey.ts'

export type Wagmi = typeof wagmi3
/** wagmi's two majors under the names of the newer. */
export const majors: readonly (readonly [string, Wagmi])[] = [
  ['3', wagmi3],
  [
    '2',
    {
      ...wagmi2,
      getConnection: wagmi2.getAccount,
      watchConnection: wagmi2.watchAccount,
    } as unknown as Wagmi,
  ],
]

export type WagmiPage = {
  wallet: MockInjectedWallet
  instance: Latchkey
  config: ReturnType<typeof createPageConfig>
  account(): ReturnType<Wagmi['getConnection']>
  connector(): NonNullable<ReturnType<typeof createPageConfig>['connectors'][0]>
  destroy(): void
}

const network = ({ id, name, nativeCurrency, rpcUrls }: typeof base | typeof foundry) => ({
  id,
  name,
  caipNetworkId: `eip155:${id}` as const,
  chainNamespace: 'eip155' as const,
  nativeCurrency,
  rpcUrls,
})

function createPageConfig(wagmi: Wagmi, instance: Latchkey) {
  return wagmi.createConfig({
    // Latchkey knows the first two.
    chains: [foundry, base, optimism],
    connectors: [latchkey(instance)],
    transports: { [foundry.id]: http(), [base.id]: http(), [optimism.id]: http() },
    storage: wagmi.createStorage({ storage: localStorage }),
  })
}

/** One load of a page that has Latchkey and wagmi over one wallet. A reload is another one over the same storage. */
export function openPage(
  wagmi: Wagmi,
  wallet = createWallet(),
  connector = connectorOverWallet(wallet.provider, { id: 'test-wallet', name: 'Test wallet' }),
): WagmiPage {
  const instance = createLatchkey({
    projectId: 'test',
    walletOrigin: 'https://wallet.example',
    apiOrigin: 'https://api.example.net',
    networks: [network(foundry), network(base)],
    connectors: [connector],
  })
  const config = createPageConfig(wagmi, instance)
  return {
    wallet,
    instance,
    config,
    account: () => wagmi.getConnection(config),
    connector() {
      const [connector] = config.connectors
      if (!connector) throw new Error('wagmi has no connector')
      return connector
    },
    destroy: () => instance.destroy(),
  }
}

export const createWallet = (): MockInjectedWallet =>
  createMockInjectedWallet({ announce: false, chainId: foundry.id, chains: [base.id] })

/** What a visitor does in the modal. */
export const takeWallet = (): Promise<void> =>
  userEvent.click(page.getByRole('button', { name: 'Test wallet' }))
export const closeModal = (): Promise<void> => userEvent.keyboard('{Escape}')

/**
 * Whether the visitor wants no motion. How the modal moves is no matter of wagmi's, and every click waits until what it
 * presses stands still.
 */
export const setCalm = (calm: boolean): Promise<unknown> =>
  (cdp() as unknown as { send(method: string, params: unknown): Promise<unknown> }).send(
    'Emulation.setEmulatedMedia',
    { features: [{ name: 'prefers-reduced-motion', value: calm ? 'reduce' : '' }] },
  )
