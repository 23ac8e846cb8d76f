import type { Account, Connector, CreateConnector, Eip1193Provider } from '@latchkey/core'
import { providerRpcError } from './providerRpcError.ts'

/**
 * A connector of Latchkey straight over an EIP-1193 provider, for tests that need real signatures and no discovery.
 *
 * @example
 * createLatchkey({ connectors: [connectorOverWallet(createMockInjectedWallet().provider)], … })
 */
export function connectorOverWallet(
  provider: Eip1193Provider,
  { id = 'mock-injected', name = 'Mock injected' }: { id?: string; name?: string } = {},
): CreateConnector {
  return ({ emitter }): Connector => {
    const result = async (method: string) => {
      const accounts = toAccounts(await provider.request({ method }))
      const caipNetworkId = toCaip(await provider.request({ method: 'eth_chainId' }))
      return { accounts, caipNetworkId, preferredAccountType: 'eoa' as const }
    }
    const follow = {
      accountsChanged: (accounts: unknown) => emitter.emit('change', { accounts: toAccounts(accounts) }),
      chainChanged: (chainId: unknown) => emitter.emit('change', { caipNetworkId: toCaip(chainId) }),
    }
    provider.on('accountsChanged', follow.accountsChanged)
    provider.on('chainChanged', follow.chainChanged)
    return {
      id,
      name,
      type: 'EXTERNAL',
      namespaces: ['eip155'],
      connect: () => result('eth_requestAccounts'),
      async reconnect() {
        const restored = await result('eth_accounts')
        return restored.accounts.length > 0 ? restored : undefined
      },
      async disconnect() {
        await provider.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
      },
      request: ({ method, params }) =>
        provider.request(params === undefined ? { method } : { method, params }),
      async switchNetwork({ id: chainId }) {
        const params = [{ chainId: `0x${Number(chainId).toString(16)}` }]
        await provider.request({ method: 'wallet_switchEthereumChain', params })
      },
      destroy() {
        provider.removeListener('accountsChanged', follow.accountsChanged)
        provider.removeListener('chainChanged', follow.chainChanged)
      },
    }
  }
}

function toAccounts(accounts: unknown): Account[] {
  if (!Array.isArray(accounts)) throw providerRpcError(-32603)
  return accounts.map((address) => ({ namespace: 'eip155', address: String(address), type: 'eoa' }))
}

const toCaip = (chainId: unknown) => `eip155:${Number(chainId)}` as const
