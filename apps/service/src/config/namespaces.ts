/** The namespaces of CAIP-2 that a wallet may have accounts of. The service names namespaces here and nowhere else. */
export type Namespace = 'eip155' | 'solana' | 'bip122'

/** An account of a wallet as it is stored. */
export type WalletAccount = {
  namespace: Namespace
  address: string
  type: 'eoa' | 'smartAccount' | 'payment' | 'ordinal'
}

const EVM = 'eip155'

/** CAIP-30: a reference is the first 32 characters of the genesis hash. */
const SOLANA = 'solana'

/** What is asked of Solana's nodes (solana.com/docs/rpc/http); nothing that costs a node a walk over all of its accounts. */
const SOLANA_METHODS = new Set(
  'getAccountInfo getBalance getBlockHeight getEpochInfo getFeeForMessage getGenesisHash getHealth getLatestBlockhash getMinimumBalanceForRentExemption getMultipleAccounts getRecentPrioritizationFees getSignatureStatuses getSignaturesForAddress getSlot getTokenAccountBalance getTokenAccountsByOwner getTokenSupply getTransaction getVersion isBlockhashValid sendTransaction simulateTransaction'.split(
    ' ',
  ),
)
const SOLANA_FOR_MEMBERS = new Set(['sendTransaction', 'simulateTransaction'])

/** Whether a network of another namespace may be configured: its form is what counts, not a list of those there are. */
export const isOtherNetwork = (caip2: string): boolean => /^solana:[1-9A-HJ-NP-Za-km-z]{1,32}$/.test(caip2)

/** What is passed on to a node of a network that is not Ethereum's. @param isGuest from a page that is not on the project's list */
export const isPassedOnElsewhere = (method: string, isGuest: boolean): boolean =>
  SOLANA_METHODS.has(method) && !(isGuest && SOLANA_FOR_MEMBERS.has(method))

/** What spec 7 says of a network of Ethereum's namespace, under that name. */
export const ofEvm = <Value>(value: Value): { eip155: Value } => ({ [EVM]: value })
/** The same, as it was sent. */
export const readOfEvm = <Value>(sent: { eip155?: Value }): Value | undefined => sent[EVM]

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

/** Genesis hashes of mainnet, devnet and testnet: a signature is checked without asking them. */
const SOLANA_NETWORKS: ReadonlySet<string> = new Set([
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
])

/**
 * Whether a network of CAIP-2 exists, as far as that is known without asking: of EVM networks, those that have a client; of
 * Solana's, the public ones and those that the operator has configured.
 *
 * @param configured networks of other namespaces, by CAIP-2
 */
export function isKnownNetwork(
  chainId: string,
  client: unknown,
  configured: readonly string[] = [],
): boolean {
  const [namespace, reference = ''] = chainId.split(':')
  if (namespace === EVM) return client !== undefined
  return namespace !== SOLANA || SOLANA_NETWORKS.has(reference) || configured.includes(chainId)
}
