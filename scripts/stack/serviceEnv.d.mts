export type StackPorts = {
  smtp: number
  inbox: number
  chain: number
  service: number
  app: number
  shop: number
}

export type StackOrigins = {
  app: string
  shop: string
  wallet: string
  keys: string
  api: string
  /** The WalletConnect relay: a WebSocket address with a path. */
  relay: string
}

export type StackChain = {
  id: number
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  rpcUrls: string[]
  explorerUrl?: string
  testnet: boolean
}

export type StackProject = {
  id: string
  name: string
  mode: 'development' | 'production'
  allowedOrigins: string[]
}

export const defaultPorts: Readonly<StackPorts>
export const portNames: Readonly<Record<keyof StackPorts, string>>
export const publicChains: readonly StackChain[]
export function stackOrigins(ports: StackPorts): StackOrigins
export function nodeRelayUrl(ports: StackPorts): string
export function localChain(ports: StackPorts): StackChain
export function localSecrets(file: string): Record<'KEK' | 'RECOVERY_KEK' | 'PEPPER', string>
export function serviceEnv(options: {
  root: string
  ports: StackPorts
  dataDir: string
  databaseUrl?: string | undefined
  chains?: readonly StackChain[] | undefined
  projects?: readonly StackProject[] | undefined
}): Record<string, string | undefined>
