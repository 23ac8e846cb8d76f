import { isRecord } from '@latchkey/std/isRecord'
import type { AccountType } from '../interfaces/Account.ts'
import type { KeyValueStorage } from '../interfaces/KeyValueStorage.ts'
import type { ChainNamespace } from '../interfaces/Network.ts'
import { STORAGE_KEYS } from './storageKeys.ts'
import { parseStored } from './storedConnections.ts'

/** The kinds that a namespace has. */
const KINDS: Readonly<Record<ChainNamespace, readonly AccountType[]>> = {
  eip155: ['smartAccount', 'eoa'],
  solana: ['eoa'],
  bip122: ['payment'],
}
/** The kinds of account that the visitor has chosen; whatever is not exactly of the written form is dropped. */
export function readPreferredAccountTypes(
  storage: KeyValueStorage,
): Partial<Record<ChainNamespace, AccountType>> {
  const value = parseStored(storage.get(STORAGE_KEYS.preferredAccountTypes))
  if (!isRecord(value)) return {}
  return Object.fromEntries(
    Object.entries(KINDS).flatMap(([namespace, kinds]) => {
      const kind = Object.hasOwn(value, namespace) ? kinds.find((one) => one === value[namespace]) : undefined
      return kind ? [[namespace, kind]] : []
    }),
  )
}

/** Remembers what the visitor has chosen, beyond the end of the session. */
export function writePreferredAccountType(
  storage: KeyValueStorage,
  namespace: ChainNamespace,
  type: AccountType,
): void {
  const all = { ...readPreferredAccountTypes(storage), [namespace]: type }
  storage.set(STORAGE_KEYS.preferredAccountTypes, JSON.stringify(all))
}
