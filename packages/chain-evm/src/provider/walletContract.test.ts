import {
  type Config,
  close,
  connect,
  createConfig,
  disconnect,
  type Network,
  watchConnectors,
} from '@latchkey/core'
import { connectorOverWallet, createMockInjectedWallet } from '@latchkey/testing/injected'
import { eip1193WalletContract, type WalletUnderTest } from '@latchkey/testing/injected/contract'
import { evmAdapter } from '../host/evmAdapter.ts'

const chains = { start: 31337, known: 8453, unknown: 10 }

eip1193WalletContract('the provider of a page, over the mock injected wallet', {
  chains,
  make() {
    const wallet = createMockInjectedWallet({ chainId: chains.start, chains: [chains.known] })
    const config = createConfig({
      projectId: 'test',
      networks: [network(chains.start), network(chains.known)],
      services: { walletOrigin: 'https://wallet.example.net', apiOrigin: 'https://api.example.net' },
      connectors: [connectorOverWallet(wallet.provider)],
      adapters: [evmAdapter],
    })
    const stop = watchConnectors(config)
    return {
      provider: config.provider,
      onPrompt: answerModal(config),
      end: () => disconnect(config),
      destroy() {
        stop()
        config.destroy()
      },
    }
  },
})

/** Does what a visitor does once the modal is open: takes the wallet, or closes it. */
function answerModal(config: Config): WalletUnderTest['onPrompt'] {
  let answer: 'agree' | 'refuse' = 'agree'
  config.modal.subscribe(({ open }, before) => {
    if (!open || before.open) return
    const act = async () => {
      if (answer === 'agree') await connect(config, { connectorId: 'mock-injected' })
      close(config)
    }
    queueMicrotask(() => void act())
  })
  return (next) => {
    answer = next
  }
}

function network(id: number): Network {
  return {
    id,
    name: `Chain ${id}`,
    caipNetworkId: `eip155:${id}`,
    chainNamespace: 'eip155',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  }
}
