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
const NAMESPACES: readonly ChainNamespace[] = ['eip155', 'solana', 'bip122']
const CAIP2 = /^(eip155|solana|bip122):[-_a-zA-Z0-9]{1,32}$/
export const STORED_ID = /^[\w.:-]{1,128}$/

/** What a text says, or nothing. */
export const parseStored = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads the stored connections; whatever is not exactly of the written form is dropped. */
export function readConnections(storage: KeyValueStorage): Partial<Record<ChainNamespace, StoredConnection>> {
  const value = parseStored(storage.get(STORAGE_KEYS.connections))
  const result: Partial<Record<ChainNamespace, StoredConnection>> = {}
  if (!isRecord(value)) return result
  for (const namespace of NAMESPACES) {
    const entry = Object.hasOwn(value, namespace) ? value[namespace] : undefined
    if (!isRecord(entry)) continue
    const { connectorId, caipNetworkId } = entry
    if (typeof connectorId !== 'string' || !STORED_ID.test(connectorId)) continue
    if (typeof caipNetworkId !== 'string' || !CAIP2.test(caipNetworkId)) continue
    if (!caipNetworkId.startsWith(`${namespace}:`)) continue
    result[namespace] = { connectorId, caipNetworkId: caipNetworkId as CaipNetworkId }
  }
  return result
}

export function readLastUsedChain(storage: KeyValueStorage): CaipNetworkId | undefined {
  const text = storage.get(STORAGE_KEYS.lastUsedChain)
  return text !== undefined && CAIP2.test(text) ? (text as CaipNetworkId) : undefined
}
