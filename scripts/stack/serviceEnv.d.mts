export type StackPorts = {
  smtp: number
  inbox: number
  chain: number
  service: number
  app: number
  shop: number
  identity: number
  farcaster: number
  optimism: number
  bundler: number
  onramp: number
  solana: number
  bitcoin: number
  docs: number
}

export type StackOrigins = {
  app: string
  shop: string
  /** The first page under another name, which the operator vouches for: requests are approved within it. */
  vouched: string
  wallet: string
  keys: string
  api: string
  docs: string
  /** The WalletConnect relay: a WebSocket address with a path. */
  relay: string
  /** The identity provider that stands for the social networks. */
  identity: string
  /** The page of the sandbox for buying. */
  onramp: string
}

export type StackChain = {
  id: number
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  rpcUrls: string[]
  wsUrls?: string[]
  explorerUrl?: string
  testnet: boolean
  /** ERC-4337 bundlers; without them the chain has no smart accounts. */
  bundlerUrls?: string[]
  entryPoint?: '0.7'
  paymaster?: { address: string; sponsor: string }
  permissionManager?: string
  /** Tokens whose balances are told. */
  tokens?: { address: string; name: string; symbol: string; decimals: number }[]
  prices?: { dollars: string[]; wrapped?: string; pools: { address: string; tokens: [string, string] }[] }
  /** Uniswap v3, where tokens are swapped. */
  swaps?: { factory: string; quoter: string; router: string; wrapped: string; through: string[] }
  /** Names are looked up here. */
  ens?: { registry: string }
}

export type StackProject = {
  id: string
  name: string
  mode: 'development' | 'production'
  allowedOrigins: string[]
  /** How long a new device of an existing wallet waits. */
  newDeviceHoldHours?: number
  /** What the operator's paymaster pays for; wei as decimal strings. */
  sponsorship?: Readonly<Record<string, unknown>>
  /** Paymaster services (ERC-7677) that its pages may name. */
  paymasters?: string[]
  /** Where requests are approved, by the page's origin. */
  approvals?: Readonly<Record<string, ApprovalPlaces>>
}

export type ApprovalPlaces = 'auto' | 'window' | 'frame'

export const defaultPorts: Readonly<StackPorts>
export const portNames: Readonly<Record<keyof StackPorts, string>>
export const publicChains: readonly StackChain[]
export function stackOrigins(ports: StackPorts): StackOrigins
export function nodeRelayUrl(ports: StackPorts): string
/** The Solana chain of the stack, as the service's NETWORKS has it. */
export function localSolana(ports: StackPorts): {
  caip2: string
  name: string
  rpcUrls: string[]
  testnet: boolean
}
export const localAccounts: Readonly<
  Record<'paymaster' | 'permissionManager' | 'paymasterSignerKey', `0x${string}`>
>
export const localNames: { readonly zones: readonly string[]; readonly signerKey: `0x${string}` }
export const localMoney: Readonly<
  Record<'dollar' | 'oldDollar' | 'wrappedEther' | 'etherPool' | 'oldDollarPool' | 'names', `0x${string}`>
>
export const localSwaps: Readonly<Record<'factory' | 'quoter' | 'router', `0x${string}`>>
export function localChain(ports: StackPorts): StackChain
export function localSecrets(file: string): Record<'KEK' | 'RECOVERY_KEK' | 'PEPPER', string>
export function serviceEnv(options: {
  root: string
  ports: StackPorts
  dataDir: string
  databaseUrl?: string | undefined
  chains?: readonly StackChain[] | undefined
  /** The same for every page of the demo; left out, it has one of each kind. */
  approvals?: ApprovalPlaces | undefined
  projects?: readonly StackProject[] | undefined
  /** Settings of the social networks by name; none when left out. */
  socialProviders?: Readonly<Record<string, object>> | undefined
  /** Whether the hashed files of the wallet are kept in `dataDir` for later builds. */
  keepsFiles?: boolean | undefined
}): Record<string, string | undefined>
