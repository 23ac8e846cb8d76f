import type { Account } from '@latchkey/protocol'
import type { Frame, FrameState } from '../Frame.ts'
import { accountsFor, listAccounts, plainAccountOf } from './accountsOf.ts'
import { loadAccountKind } from './loadAccountKind.ts'

/** The accounts of keys as a site is told them: the preferred one of the active network first. */
export async function visibleAccounts(
  { config }: Frame,
  accounts: readonly Account[],
  { chainId, preferredAccountType }: FrameState,
): Promise<readonly Account[]> {
  const owner = plainAccountOf(accounts)
  const chain = config.chains.find(({ id }) => id === chainId)
  if (owner === undefined || !chain) return accounts
  const kind = chain.smartAccounts ? await loadAccountKind() : null
  return listAccounts(accounts, accountsFor(owner, chain, preferredAccountType, kind))
}
