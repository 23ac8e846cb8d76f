import { isRecord } from '@latchkey/std/isRecord'
import type { KeyValueStorage } from '../interfaces/KeyValueStorage.ts'
import type { ChainNamespace } from '../interfaces/Network.ts'
import { writeConnectedSocial } from './connectedSocial.ts'
import { STORAGE_KEYS } from './storageKeys.ts'
import { parseStored, readConnections, STORED_ID, type StoredConnection } from './storedConnections.ts'

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
