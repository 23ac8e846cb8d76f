import type { AccountState, ChainNamespace, Network } from '@latchkey/core'

type Accounts = Readonly<Partial<Record<ChainNamespace, AccountState>>>

/** A wallet is connected, but none for the kind of this network: choosing it leads to connecting one. */
export function needsWallet({ chainNamespace }: Network, accounts: Accounts): boolean {
  const isConnected = (state: AccountState | undefined) => state?.status === 'connected'
  return Object.values(accounts).some(isConnected) && !isConnected(accounts[chainNamespace])
}
