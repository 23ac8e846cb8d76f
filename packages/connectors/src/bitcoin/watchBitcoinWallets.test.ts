import { createConfig, createStorage } from '@latchkey/core'
import { createMockBitcoinWallet } from '@latchkey/testing/bitcoinWallet'
import { afterEach, expect, it, vi } from 'vitest'
import { watchBitcoinWallets } from './watchBitcoinWallets.ts'

afterEach(() => vi.unstubAllGlobals())

it('finds what is listed on the page and what registers itself later, each name once', async () => {
  const [listed, late] = [
    await createMockBitcoinWallet({ name: 'Borealis' }),
    await createMockBitcoinWallet({ name: 'Late Wallet' }),
  ]
  const page = Object.assign(new EventTarget(), {
    ...{ borealis: listed.provider, XverseProviders: { BitcoinProvider: listed.provider } },
    btc_providers: [
      { id: 'borealis', name: 'Borealis' },
      { id: 'borealis', name: 'Borealis' },
      { id: 'gone', name: 'Gone' },
      null,
      {
        get id() {
          throw new Error('Mine alone')
        },
      },
    ],
  })
  vi.stubGlobal('window', page)
  const config = createConfig({
    projectId: 'test',
    networks: [
      {
        id: '0f9188f13cb7b2c71f2a335e3a4fc328',
        name: 'Bitcoin Regtest',
        caipNetworkId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
        chainNamespace: 'bip122',
        nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
        rpcUrls: { default: { http: [] } },
      },
    ],
    services: { walletOrigin: 'https://wallet.example', apiOrigin: 'https://api.example' },
    storage: createStorage(() => undefined),
    connectors: [],
    adapters: [],
  })
  const stop = watchBitcoinWallets(config)
  const ids = () => config.connectors.getState().connectors.map(({ id }) => id)
  expect(ids()).toEqual(['bip122:Borealis', 'bip122:Xverse-Wallet'])
  type Api = { register(wallet: object): void }
  const register = (detail: (api: Api) => void) =>
    page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
  register((api) => api.register(late.standard))
  register((api) => api.register(listed.standard))
  expect(ids()).toEqual(['bip122:Borealis', 'bip122:Xverse-Wallet', 'bip122:Late-Wallet'])
  expect([...listed.calls(), ...late.calls()]).toEqual([])
  stop()
  config.destroy()
})
