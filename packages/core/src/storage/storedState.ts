import { type SocialProvider, socialProviderOf } from '@latchkey/protocol/socials'
import { isRecord } from '@latchkey/std/isRecord'
import type { CaipNetworkId, ChainNamespace, KeyValueStorage } from '../interfaces/Connector.ts'
import {
  ENTRY_KEYS,
  parseStored,
  readConnections,
  STORED_ID,
  type StoredConnection,
} from './storedConnections.ts'

/** Keys in the host's storage (spec 3, "Browser storage keeps"). */
export const STORAGE_KEYS = {
  ...ENTRY_KEYS,
  /** The masked hint, never the address: every script of the host can read it. */
  emailHint: 'EMAIL',
  socialUsername: 'SOCIAL_USERNAME',
  connectedSocial: 'CONNECTED_SOCIAL',
  lastEmailLoginTime: 'LAST_EMAIL_LOGIN_TIME',
  smartAccountNetworks: 'SMART_ACCOUNT_ENABLED_NETWORKS',
  preferredAccountTypes: 'preferred_account_types',
  recentWallets: 'recent_wallets',
  /** Addresses that were sent to, to warn of those that look alike. */
  recipients: 'recent_recipients',
  /** The language that the visitor chose. */
  locale: 'LOCALE',
  disconnectedConnectorIds: 'disconnected_connector_ids',
} as const

/** The network that the embedded wallet's visitor signed in with last. */
export const readConnectedSocial = (storage: KeyValueStorage): SocialProvider | undefined => {
  const stored = storage.get(STORAGE_KEYS.connectedSocial)
  return socialProviderOf(stored)
}

/** Without a provider: signed in another way, or out. */
export function writeConnectedSocial(storage: KeyValueStorage, provider: SocialProvider | undefined): void {
  if (provider) storage.set(STORAGE_KEYS.connectedSocial, provider)
  else storage.remove(STORAGE_KEYS.connectedSocial)
}

/** What the frame may name at most, and the longest chain id. */
const MOST_NETWORKS = 200
const CHAIN_ID = /^[1-9]\d{0,15}$/

/** Remembers where the wallet has smart accounts, as a comma list of chain ids (spec 3). */
export function writeSmartAccountNetworks(storage: KeyValueStorage, chainIds: readonly number[]): void {
  storage.set(STORAGE_KEYS.smartAccountNetworks, chainIds.join(','))
}

/** The networks on which the wallet has smart accounts, as it said last; none while it has said nothing. */
export const readSmartAccountNetworks = (storage: KeyValueStorage): readonly CaipNetworkId[] =>
  (storage.get(STORAGE_KEYS.smartAccountNetworks) ?? '')
    .split(',', MOST_NETWORKS)
    .filter((id) => CHAIN_ID.test(id))
    .map((id) => `eip155:${id}` as const)

export type RecentWallet = { id: string; rdns?: string }

export function writeConnection(
  storage: KeyValueStorage,
  namespace: ChainNamespace,
  connection: StoredConnection | undefined,
): void {
  const all = readConnections(storage)
  if (connection) all[namespace] = connection
  else delete all[namespace]
  if (Object.keys(all).length === 0) storage.remove(STORAGE_KEYS.connections)
  else storage.set(STORAGE_KEYS.connections, JSON.stringify(all))
}

/** Milliseconds since the epoch of the last e-mail request, if a sane one is stored. */
export function readLastEmailLoginTime(storage: KeyValueStorage): number | undefined {
  const text = storage.get(STORAGE_KEYS.lastEmailLoginTime)
  if (text === undefined || !/^\d{1,15}$/.test(text)) return undefined
  return Number(text)
}

/** Wallets connected last, newest first; 2 are kept (spec 9). */
export function readRecentWallets(storage: KeyValueStorage): readonly RecentWallet[] {
  const value = parseStored(storage.get(STORAGE_KEYS.recentWallets))
  if (!Array.isArray(value)) return []
  return value
    .filter(isRecord)
    .flatMap(({ id, rdns }) =>
      typeof id === 'string' && STORED_ID.test(id)
        ? [{ id, ...(typeof rdns === 'string' && STORED_ID.test(rdns) ? { rdns } : {}) }]
        : [],
    )
    .slice(0, 2)
}

export function rememberWallet(storage: KeyValueStorage, wallet: RecentWallet): void {
  const rest = readRecentWallets(storage).filter((recent) => recent.id !== wallet.id)
  storage.set(STORAGE_KEYS.recentWallets, JSON.stringify([wallet, ...rest].slice(0, 2)))
}

/** Forgets the embedded wallet's login (spec 4, connected check). */
export function clearLoginCache(storage: KeyValueStorage): void {
  storage.remove(STORAGE_KEYS.emailLoginUsed)
  storage.remove(STORAGE_KEYS.emailHint)
  storage.remove(STORAGE_KEYS.socialUsername)
  writeConnectedSocial(storage, undefined)
  storage.remove(STORAGE_KEYS.lastUsedChain)
}
