import { isRecord } from '@latchkey/std/isRecord'
import {
  type CaipNetworkId,
  type ChainNamespace,
  isCaipNetworkId,
  type KeyValueStorage,
  NAMESPACES,
} from '../interfaces/Connector.ts'

/** Keys in the host's storage that a page reads before anything is loaded; `STORAGE_KEYS` has all. */
export const ENTRY_KEYS = {
  emailLoginUsed: 'EMAIL_LOGIN_USED_KEY',
  lastUsedChain: 'LAST_USED_CHAIN_KEY',
  connections: 'connections',
} as const

export type StoredConnection = { connectorId: string; caipNetworkId: CaipNetworkId }
export const STORED_ID = /^[\w.:-]{1,128}$/

/** What a text says, or nothing. */
export const parseStored = (text: string | undefined): unknown => {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads the stored connections; whatever is not exactly of the written form is dropped. */
export function readConnections(storage: KeyValueStorage): Partial<Record<ChainNamespace, StoredConnection>> {
  const value = parseStored(storage.get(ENTRY_KEYS.connections))
  const result: Partial<Record<ChainNamespace, StoredConnection>> = {}
  if (!isRecord(value)) return result
  for (const namespace of NAMESPACES) {
    const entry = Object.hasOwn(value, namespace) ? value[namespace] : undefined
    if (!isRecord(entry)) continue
    const { connectorId, caipNetworkId } = entry
    if (typeof connectorId !== 'string' || !STORED_ID.test(connectorId)) continue
    if (typeof caipNetworkId !== 'string' || !isCaipNetworkId(caipNetworkId)) continue
    if (!caipNetworkId.startsWith(`${namespace}:`)) continue
    result[namespace] = { connectorId, caipNetworkId }
  }
  return result
}

export function readLastUsedChain(storage: KeyValueStorage): CaipNetworkId | undefined {
  const text = storage.get(ENTRY_KEYS.lastUsedChain)
  return text !== undefined && isCaipNetworkId(text) ? text : undefined
}

/** Whether a sign-in with the embedded wallet happened here. Only then is its frame made at start (spec 4). */
export const isEmailLoginUsed = (storage: KeyValueStorage): boolean =>
  storage.get(ENTRY_KEYS.emailLoginUsed) === 'true'
