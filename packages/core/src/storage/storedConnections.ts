import { isRecord } from '@latchkey/std/isRecord'
import type { KeyValueStorage } from '../interfaces/KeyValueStorage.ts'
import { type CaipNetworkId, type ChainNamespace, NAMESPACES } from '../interfaces/Network.ts'
import { isCaipNetworkId } from '../network/namespaces.ts'
import { ENTRY_KEYS } from './entryKeys.ts'

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
