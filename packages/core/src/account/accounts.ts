import type { StoreApi } from 'zustand/vanilla'
import type { AccountState } from '../interfaces/Account.ts'
import type { AccountsState } from '../interfaces/Config.ts'
import type { ChainNamespace } from '../interfaces/Network.ts'

export const disconnectedAccount: AccountState = Object.freeze({ status: 'disconnected', allAccounts: [] })

type AccountsSlice = StoreApi<AccountsState>

export const accountOf = (slice: AccountsSlice, namespace: ChainNamespace): AccountState =>
  slice.getState().byNamespace[namespace] ?? disconnectedAccount

/** Merges into one namespace's account; `undefined` values are removed, so that absent stays absent. */
export function patchAccount(
  slice: AccountsSlice,
  namespace: ChainNamespace,
  patch: { [Key in keyof AccountState]?: AccountState[Key] | undefined },
): void {
  const next: Record<string, unknown> = { ...accountOf(slice, namespace) }
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined) delete next[key]
    else next[key] = value
  }
  slice.setState({ byNamespace: { ...slice.getState().byNamespace, [namespace]: next as AccountState } })
}

export function resetAccount(slice: AccountsSlice, namespace: ChainNamespace): void {
  slice.setState({ byNamespace: { ...slice.getState().byNamespace, [namespace]: disconnectedAccount } })
}

/** What belongs to one address and says nothing of the next: a patch of the account that takes it away. */
export const addressFacts = {
  balance: undefined,
  balanceSymbol: undefined,
  tokenBalance: undefined,
  profileName: undefined,
  profileImage: undefined,
} as const
