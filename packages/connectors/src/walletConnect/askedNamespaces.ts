import type { ChainNamespace, Network } from '@latchkey/core/connector'

type Asked = { chains: string[]; methods: string[]; events: string[] }

const ASKED: Readonly<Record<ChainNamespace, Pick<Asked, 'methods' | 'events'>>> = {
  eip155: {
    methods: [
      'eth_accounts',
      'eth_requestAccounts',
      'eth_sendTransaction',
      'eth_signTypedData',
      'eth_signTypedData_v3',
      'eth_signTypedData_v4',
      'personal_sign',
      'wallet_addEthereumChain',
      'wallet_getAssets',
      'wallet_getCallsStatus',
      'wallet_getCapabilities',
      'wallet_getGrantedExecutionPermissions',
      'wallet_getPermissions',
      'wallet_getSupportedExecutionPermissions',
      'wallet_grantPermissions',
      'wallet_requestExecutionPermissions',
      'wallet_requestPermissions',
      'wallet_revokeExecutionPermission',
      'wallet_revokePermissions',
      'wallet_sendCalls',
      'wallet_showCallsStatus',
      'wallet_switchEthereumChain',
      'wallet_watchAsset',
    ],
    events: ['accountsChanged', 'chainChanged'],
  },
  solana: {
    methods: [
      'solana_getAccounts',
      'solana_requestAccounts',
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
      'solana_signMessage',
      'solana_signTransaction',
    ],
    events: ['accountsChanged', 'chainChanged'],
  },
  bip122: {
    methods: ['getAccountAddresses', 'sendTransfer', 'signMessage', 'signPsbt'],
    events: ['bip122_addressesChanged'],
  },
}

/**
 * What a wallet is asked for: the networks that the page lists, with the methods of their namespaces. All of it is
 * optional: wallets refuse a session of which they cannot do one required thing.
 */
export function askedNamespaces(networks: readonly Network[]): Record<string, Asked> {
  const asked: Record<string, Asked> = {}
  for (const { chainNamespace, caipNetworkId } of networks) {
    const { methods, events } = ASKED[chainNamespace]
    asked[chainNamespace] ??= { chains: [], methods: [...methods], events: [...events] }
    const { chains } = asked[chainNamespace]
    if (!chains.includes(caipNetworkId)) chains.push(caipNetworkId)
  }
  return asked
}

/** The methods that an EVM wallet is asked for. */
export const EVM_METHODS: readonly string[] = ASKED.eip155.methods
