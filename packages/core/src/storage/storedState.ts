import type { CaipNetworkId, ChainNamespace } from '../interfaces/Network.ts'
import type { KeyValueStorage } from './createStorage.ts'

/** Keys in the host's storage (spec 3, "Browser storage keeps"). */
export const STORAGE_KEYS = {
  emailLoginUsed: 'EMAIL_LOGIN_USED_KEY',
  /** The masked hint, never the address: every script of the host can read it. */
  emailHint: 'EMAIL',
  socialUsername: 'SOCIAL_USERNAME',
  lastUsedChain: 'LAST_USED_CHAIN_KEY',
  lastEmailLoginTime: 'LAST_EMAIL_LOGIN_TIME',
  smartAccountNetworks: 'SMART_ACCOUNT_ENABLED_NETWORKS',
  connections: 'connections',
  recentWallets: 'recent_wallets',
  disconnectedConnectorIds: 'disconnected_connector_ids',
} as const

export type StoredConnection = { connectorId: string; caipNetworkId: CaipNetworkId }
export type RecentWallet = { id: string; rdns?: string }

const NAMESPACES: readonly ChainNamespace[] = ['eip155', 'solana', 'bip122']
const CAIP2 = /^(eip155|solana|bip122):[-_a-zA-Z0-9]{1,32}$/
const ID = /^[\w.:-]{1,128}$/

const json = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads the stored connections; whatever is not exactly of the written form is dropped. */
export function readConnections(storage: KeyValueStorage): Partial<Record<ChainNamespace, StoredConnection>> {
  const value = json(storage.get(STORAGE_KEYS.connections))
  const result: Partial<Record<ChainNamespace, StoredConnection>> = {}
  if (!isRecord(value)) return result
  for (const namespace of NAMESPACES) {
    const entry = Object.hasOwn(value, namespace) ? value[namespace] : undefined
    if (!isRecord(entry)) continue
    const { connectorId, caipNetworkId } = entry
    if (typeof connectorId !== 'string' || !ID.test(connectorId)) continue
    if (typeof caipNetworkId !== 'string' || !CAIP2.test(caipNetworkId)) continue
    if (!caipNetworkId.startsWith(`${namespace}:`)) continue
    result[namespace] = { connectorId, caipNetworkId: caipNetworkId as CaipNetworkId }
  }
  return result
}

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

export function readLastUsedChain(storage: KeyValueStorage): CaipNetworkId | undefined {
  const text = storage.get(STORAGE_KEYS.lastUsedChain)
  return text !== undefined && CAIP2.test(text) ? (text as CaipNetworkId) : undefined
}

/** Wallets connected last, newest first; 2 are kept (spec 9). */
export function readRecentWallets(storage: KeyValueStorage): readonly RecentWallet[] {
  const value = json(storage.get(STORAGE_KEYS.recentWallets))
  if (!Array.isArray(value)) return []
  return value
    .filter(isRecord)
    .flatMap(({ id, rdns }) =>
      typeof id === 'string' && ID.test(id)
        ? [{ id, ...(typeof rdns === 'string' && ID.test(rdns) ? { rdns } : {}) }]
        : [],
    )
    .slice(0, 2)
}

export function rememberWallet(storage: KeyValueStorage, wallet: RecentWallet): void {
  const rest = readRecentWallets(storage).filter((recent) => recent.id !== wallet.id)
  storage.set(STORAGE_KEYS.recentWallets, JSON.stringify([wallet, ...rest].slice(0, 2)))
}

/** Whether a sign-in with the embedded wallet happened here. Only then is its frame made at start (spec 4). */
export const isEmailLoginUsed = (storage: KeyValueStorage): boolean =>
  storage.get(STORAGE_KEYS.emailLoginUsed) === 'true'

/** Forgets the embedded wallet's login (spec 4, connected check). */
export function clearLoginCache(storage: KeyValueStorage): void {
  storage.remove(STORAGE_KEYS.emailLoginUsed)
  storage.remove(STORAGE_KEYS.emailHint)
  storage.remove(STORAGE_KEYS.socialUsername)
  storage.remove(STORAGE_KEYS.lastUsedChain)
}
