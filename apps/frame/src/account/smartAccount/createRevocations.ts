import { loadRecovery } from '@latchkey/chain-evm/decode'
import type { ChainInfo } from '@latchkey/protocol'
import { ServiceUnreachableError } from '@latchkey/protocol/http'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Approval, ShownApproval } from '../../approvals/ApprovalView.ts'
import { createApprovalRunner } from '../../approvals/createApprovalRunner.ts'
import { accountsOf } from '../../chains/evm/accounts/accountsOf.ts'
import { operations } from '../../chains/evm/operation/userOperationApproval.ts'
import { revokeApproval } from '../../chains/evm/permissions/permissionApprovals.ts'
import type { ChainRpc } from '../../context/ChainRpc.ts'
import type { ChainContext, KeysConnection } from '../../context/Frame.ts'
import { type AccountPage, ask } from '../page/AccountPage.ts'

export type Revocations = {
  /** What the person is to decide on, with what will be signed; null for nothing. */
  store: StoreApi<{ shown: ShownApproval | null }>
  /**
   * Puts it before the person and sends it.
   *
   * @throws UserRejectedError when the person changed their mind, and whatever sending an operation can end in
   */
  revoke(chain: ChainInfo, ids: readonly `0x${string}`[], signal: AbortSignal): Promise<void>
}

/** Takes permissions back on the person's own behalf, by the approvals that sites' requests get. */
export function createRevocations(frame: ChainContext): Revocations {
  const store = createStore<{ shown: ShownApproval | null }>(() => ({ shown: null }))
  return {
    store,
    async revoke(chain, ids, signal) {
      await loadRecovery().catch((cause: unknown) => {
        throw new ServiceUnreachableError({ cause })
      })
      const accounts = await accountsOf(frame, chain)
      const request = { method: 'wallet_revokeExecutionPermission', params: [], chain }
      // A runner of its own each time: a person who turns back often is no site that asks too often.
      const runner = createApprovalRunner({ now: frame.now, show: (shown) => store.setState({ shown }) })
      await runner.run(revokeApproval(frame, request, accounts, ids, operations) as Approval, signal)
    },
  }
}

/** Keys of this page answer all that keys of a frame do. */
const keysOf = (page: AccountPage): KeysConnection => ({
  client: page.client as unknown as KeysConnection['client'],
  state: async () => page.store.getState().keys ?? (await ask(page, 'getState', {})),
})

/**
 * What approvals are made with, on the wallet's own page: nobody asks but the person, and the smart account is meant.
 *
 * @param chain the way to the networks
 */
export const accountContext = (page: AccountPage, chain: ChainRpc): ChainContext => ({
  config: page.config,
  origin: page.config.walletOrigin,
  keys: keysOf(page),
  chain,
  now: page.now,
  deployedAccounts: new Set(),
  storage: () => window.localStorage,
  memory: new Map(),
  store: { getState: () => ({ preferredAccountType: 'smartAccount' }) },
})
