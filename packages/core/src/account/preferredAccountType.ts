import type { AccountType, DefaultAccountTypes } from '../interfaces/Account.ts'
import type { KeyValueStorage } from '../interfaces/KeyValueStorage.ts'
import type { ChainNamespace } from '../interfaces/Network.ts'
import { readPreferredAccountTypes } from '../storage/preferredAccountTypes.ts'

/** Spec 3, generic account. */
const DEFAULTS: Readonly<Record<ChainNamespace, AccountType>> = {
  eip155: 'smartAccount',
  solana: 'eoa',
  bip122: 'payment',
}

/** The kind of account that is wanted in a namespace: the visitor's choice, else the page's, else the default. */
export const preferredAccountType = (
  wishes: { storage: KeyValueStorage; defaultAccountTypes: DefaultAccountTypes | undefined },
  namespace: ChainNamespace,
): AccountType =>
  readPreferredAccountTypes(wishes.storage)[namespace] ??
  wishes.defaultAccountTypes?.[namespace] ??
  DEFAULTS[namespace]
