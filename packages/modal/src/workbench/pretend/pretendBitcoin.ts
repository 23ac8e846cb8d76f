import type { Account, Config, CreateChainAdapter, Network, TransactionPage } from '@latchkey/core'
import type { ViewState } from './ViewState.ts'

const NETWORK: Network = {
  ...{ id: '000000000019d6689c085ae165831e93', name: 'Bitcoin', chainNamespace: 'bip122' },
  caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: { default: { http: [] } },
  blockExplorers: { default: { name: 'mempool', url: 'https://explorer.example.net' } },
}
const PAYMENT = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const ORDINAL = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'
const ACCOUNTS: readonly Account[] = [
  { namespace: 'bip122', address: PAYMENT, type: 'payment' },
  { namespace: 'bip122', address: ORDINAL, type: 'ordinal' },
]
/** Somebody to send to. */
export const BITCOIN_FRIEND = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'
const MINUTE = 60_000

type Told = TransactionPage['transactions'][number]
const moved = (hash: string, direction: 'in' | 'out', numeric: string, ago: number | 'waiting'): Told => ({
  id: hash,
  metadata: {
    ...{
      operationType: direction === 'in' ? 'receive' : 'send',
      hash,
      chain: NETWORK.caipNetworkId,
      nonce: 0,
    },
    minedAt: new Date(Date.now() - (ago === 'waiting' ? 0 : ago)).toISOString(),
    ...{ sentFrom: ORDINAL, sentTo: ORDINAL, status: ago === 'waiting' ? 'pending' : 'confirmed' },
  },
  transfers: [{ fungible_info: { name: 'Bitcoin', symbol: 'BTC' }, direction, quantity: { numeric } }],
})

const adapter: CreateChainAdapter = () => ({
  ...{
    namespace: 'bip122',
    balanceDigits: 8,
    isAddress: (address) => address.startsWith('bc1'),
    receiveLink: (address) => `bitcoin:${address}`,
  },
  sends: { method: 'sendTransfer', from: 'payment' },
  transfers: async () => ({
    normalize: (address) => (address.startsWith('bc1') ? address : undefined),
    readLink: () => undefined,
    request: ({ to, amount }) => ({
      method: 'sendTransfer',
      params: [{ recipientAddress: to, amount: String(amount) }],
    }),
    estimateFee: async () => 423n,
    isContract: async () => false,
  }),
  getTokens: async () => [
    {
      ...{ name: 'Bitcoin', symbol: 'BTC', chainId: NETWORK.caipNetworkId },
      quantity: { decimals: '8', numeric: '0.01234567', pending: '0.00005' },
    },
  ],
  getTransactions: async () => ({
    transactions: [
      moved('a', 'in', '0.00005', 'waiting'),
      {
        ...moved('d', 'out', '0.0002', 'waiting'),
        speedUp: { method: 'latchkey_speedUpTransfer', params: { txid: 'd' } },
      },
      moved('b', 'out', '0.0001', 12 * MINUTE),
      moved('c', 'in', '0.0125', 3_000 * MINUTE),
    ],
    next: null,
  }),
  explorerAddressUrl: () => 'https://explorer.example.net/address',
  explorerTransactionUrl: () => 'https://explorer.example.net/tx',
})

/** A wallet with both accounts of Bitcoin; one of them is in use. */
export const onBitcoin = (type: 'payment' | 'ordinal'): ViewState => ({
  networks: [NETWORK],
  adapters: [adapter],
  prepare(config: Config) {
    const address = type === 'payment' ? PAYMENT : ORDINAL
    const caipAddress = `${NETWORK.caipNetworkId}:${address}` as const
    config.accounts.setState({
      byNamespace: {
        bip122: {
          ...{ status: 'connected', address, caipAddress, allAccounts: ACCOUNTS, connectorId: 'embedded' },
          user: { email: 'a•••@example.com' },
        },
      },
    })
  },
})
