import { providerRpcError } from './providerRpcError.ts'
import { changeAccounts, visibleAccounts, type WalletState } from './walletState.ts'

export type Answers = Readonly<Record<string, (state: WalletState, params: readonly unknown[]) => unknown>>

/** Accounts (EIP-1102) and permissions (EIP-2255, and `wallet_revokePermissions` as extensions have it). */
export const answerAccounts: Answers = {
  eth_accounts: visibleAccounts,
  async eth_requestAccounts(state) {
    await grant(state)
    return visibleAccounts(state)
  },
  wallet_getPermissions: permissions,
  async wallet_requestPermissions(state, params) {
    requireAccountsPermission(params)
    await grant(state)
    return permissions(state)
  },
  wallet_revokePermissions(state, params) {
    requireAccountsPermission(params)
    changeAccounts(state, () => {
      state.permitted = false
    })
    return null
  },
}

/** The person agrees; a locked wallet asks for its password first. */
async function grant(state: WalletState): Promise<void> {
  if (state.switches.locked) await new Promise<void>((unlocked) => state.waitingForUnlock.push(unlocked))
  changeAccounts(state, () => {
    state.permitted = true
  })
}

function permissions(state: WalletState): unknown[] {
  const accounts = visibleAccounts(state)
  if (accounts.length === 0) return []
  return [
    {
      invoker: globalThis.location?.origin ?? 'null',
      parentCapability: 'eth_accounts',
      caveats: [{ type: 'restrictReturnedAccounts', value: accounts }],
    },
  ]
}

function requireAccountsPermission([first]: readonly unknown[]): void {
  const asksForAccounts = typeof first === 'object' && first !== null && Object.hasOwn(first, 'eth_accounts')
  if (!asksForAccounts) throw providerRpcError(-32602)
}
