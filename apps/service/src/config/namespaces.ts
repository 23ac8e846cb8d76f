/** The namespaces of CAIP-2 that a wallet may have accounts of. The service names namespaces here and nowhere else. */
export type Namespace = 'eip155' | 'solana' | 'bip122'

/** An account of a wallet as it is stored. */
export type WalletAccount = {
  namespace: Namespace
  address: string
  type: 'eoa' | 'smartAccount' | 'payment'
}

const EVM = 'eip155'

/** CAIP-30: the first 32 characters of the genesis hashes of mainnet, devnet and testnet. */
const SOLANA = 'solana'
const SOLANA_NETWORKS: ReadonlySet<string> = new Set([
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
])

/** CAIP-2 id of an EVM network. */
export const caip2Of = ({ id }: { id: number }) => `${EVM}:${id}`

/** Chain id and address of an account or a token of Ethereum's namespace, from CAIP-10; null for any other text. */
export function readEvmCaip10(text: string): { chainId: string; address: `0x${string}` } | null {
  const [namespace, reference, address, ...others] = text.split(':')
  if (namespace !== EVM || others.length > 0 || !/^[1-9][0-9]{0,15}$/.test(reference ?? '')) return null
  return address !== undefined && /^0x[0-9a-fA-F]{40}$/.test(address)
    ? { chainId: `${EVM}:${reference}`, address: address.toLowerCase() as `0x${string}` }
    : null
}

/** Whether an account or a network is of Ethereum's namespace. */
export const isEvm = (namespace: string | undefined): boolean => namespace === EVM

/** The address of the key of a wallet's first EVM account. */
export const evmAddressOf = (accounts: readonly WalletAccount[]): string | undefined =>
  accounts.find(({ namespace, type }) => namespace === EVM && type === 'eoa')?.address

/** Whether a network of CAIP-2 exists, as far as that is known without asking: of EVM networks, those that have a client. */
export function isKnownNetwork(chainId: string, client: unknown): boolean {
  const [namespace, reference = ''] = chainId.split(':')
  if (namespace === EVM) return client !== undefined
  return namespace !== SOLANA || SOLANA_NETWORKS.has(reference)
}
