import { isRecord } from '@latchkey/std/isRecord'
import type {
  AccountType,
  ChainNamespace,
  DefaultAccountTypes,
  KeyValueStorage,
} from '../interfaces/Connector.ts'
import { parseStored } from '../storage/storedConnections.ts'
import { STORAGE_KEYS } from '../storage/storedState.ts'

/** The kinds that a namespace has; it begins with the first (spec 3, generic account). */
const KINDS: Readonly<Record<ChainNamespace, readonly [AccountType, ...AccountType[]]>> = {
  eip155: ['smartAccount', 'eoa'],
  solana: ['eoa'],
  bip122: ['payment', 'ordinal'],
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

/** The kind of account that is wanted in a namespace: the visitor's choice, else the page's, else the default. */
export const preferredAccountType = (
  wishes: { storage: KeyValueStorage; defaultAccountTypes: DefaultAccountTypes | undefined },
  namespace: ChainNamespace,
): AccountType =>
  readPreferredAccountTypes(wishes.storage)[namespace] ??
  wishes.defaultAccountTypes?.[namespace] ??
  KINDS[namespace][0]
