import type { Account } from '@latchkey/protocol/primitives'
import { decodeBase58 } from '@latchkey/std/base58'

// The service names namespaces here and nowhere else.

const EVM = 'eip155'

/** CAIP-30: a reference is the first 32 characters of the genesis hash. */
const SOLANA = 'solana'

/** What is asked of Solana's nodes (solana.com/docs/rpc/http); nothing that costs a node a walk over all of its accounts. */
const SOLANA_METHODS = new Set(
  'getAccountInfo getBalance getBlockHeight getEpochInfo getFeeForMessage getGenesisHash getHealth getLatestBlockhash getMinimumBalanceForRentExemption getMultipleAccounts getRecentPrioritizationFees getSignatureStatuses getSignaturesForAddress getSlot getTokenAccountBalance getTokenAccountsByOwner getTokenSupply getTransaction getVersion isBlockhashValid sendTransaction simulateTransaction'.split(
    ' ',
  ),
)

const BITCOIN = 'bip122'

/** Those of the contract (`bitcoinMethods`); a test compares them. */
const BITCOIN_METHODS = new Set(
  'getBalance getUtxos getTransaction getHistory getFeeRates getPrice sendTransaction'.split(' '),
)

/** A namespace other than Ethereum's whose networks an operator may configure. */
type OtherNamespace = {
  /** Of a CAIP-2 id: its form is what counts, not a list of those there are. */
  reference: RegExp
  nativeCurrency: { name: string; symbol: string; decimals: number }
  /** Who answers: nodes, to which JSON-RPC is passed on, or an API of Esplora's shape, which the service asks itself. */
  answeredBy: 'nodes' | 'esplora'
  methods: ReadonlySet<string>
  /** Those of them that are not for pages whose origin is not on the project's list. */
  forMembers: ReadonlySet<string>
  /** The one network whose coin has a price, and what DefiLlama calls the coin: coins of test networks are worth nothing. */
  priced?: { reference: string; coin: string }
  /** The one network on which coins are sold, what a seller (Meld) calls it, and whether a text is an address on it. */
  sold?: { reference: string; as: string; isAddress(text: string): boolean }
}

const OTHERS: Readonly<Record<string, OtherNamespace>> = {
  [SOLANA]: {
    reference: /^[1-9A-HJ-NP-Za-km-z]{1,32}$/,
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    answeredBy: 'nodes',
    methods: SOLANA_METHODS,
    forMembers: new Set(['sendTransaction', 'simulateTransaction']),
    sold: {
      reference: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      as: 'SOLANA',
      isAddress: (text) => decodeBase58(text, 44)?.length === 32,
    },
  },
  [BITCOIN]: {
    reference: /^[0-9a-f]{32}$/,
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    answeredBy: 'esplora',
    methods: BITCOIN_METHODS,
    forMembers: new Set(['sendTransaction']),
    priced: { reference: '000000000019d6689c085ae165831e93', coin: 'coingecko:bitcoin' },
  },
}

/** What is said of a network's namespace; undefined for Ethereum's, one that is not known, and what is no CAIP-2 id. */
export function otherNamespaceOf(caip2: string): OtherNamespace | undefined {
  const [namespace = '', reference = '', ...more] = caip2.split(':')
  const found = Object.hasOwn(OTHERS, namespace) ? OTHERS[namespace] : undefined
  return more.length === 0 && found?.reference.test(reference) ? found : undefined
}

/** What DefiLlama calls the coin of a network; undefined where it has no price of its own. */
export function pricedCoinOf(caip2: string): string | undefined {
  const priced = otherNamespaceOf(caip2)?.priced
  return priced && caip2.endsWith(`:${priced.reference}`) ? priced.coin : undefined
}

/**
 * The network of another namespace that a seller of coins calls so, in whatever case; undefined where it is none of those on
 * which coins are sold.
 */
export const soldNetworkOf = (name: string): OtherNamespace['sold'] =>
  Object.values(OTHERS).find(({ sold }) => sold?.as === name.toUpperCase())?.sold

/** What is answered on a network that is not Ethereum's. @param isGuest from a page that is not on the project's list */
export function isAnsweredElsewhere(caip2: string, method: string, isGuest: boolean): boolean {
  const found = otherNamespaceOf(caip2)
  return found?.methods.has(method) === true && !(isGuest && found.forMembers.has(method))
}

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
export const evmAddressOf = (accounts: readonly Account[]): string | undefined =>
  accounts.find(({ namespace, type }) => namespace === EVM && type === 'eoa')?.address

/** Public networks, by their first block: a signature is checked without asking them. */
const PUBLIC_NETWORKS: Readonly<Record<string, readonly string[]>> = {
  // Mainnet, devnet and testnet.
  [SOLANA]: [
    '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  ],
  // Mainnet, testnet 3 and 4, and signet.
  [BITCOIN]: [
    '000000000019d6689c085ae165831e93',
    '000000000933ea01ad0ee984209779ba',
    '00000000da84f2bafbbc53dee25a72ae',
    '00000008819873e925422c1ff0f99f7c',
  ],
}

/**
 * Whether a network of CAIP-2 exists, as far as that is known without asking: of EVM networks, those that have a client; of
 * Solana's and Bitcoin's, the public ones and those that the operator has configured.
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
  const open = PUBLIC_NETWORKS[namespace ?? '']
  return open === undefined || open.includes(reference) || configured.includes(chainId)
}
