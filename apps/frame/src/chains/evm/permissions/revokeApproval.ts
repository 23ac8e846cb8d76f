import { UnknownPermissionError } from '@latchkey/protocol/frame'
import type { Approval } from '../../../approvals/Approval.ts'
import type { ChainContext } from '../../../context/ChainContext.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import type { FrameAccounts } from '../accounts/FrameAccounts.ts'
import type { ShownOperation, UserOperationIntent } from '../operation/ShownOperation.ts'
import { managerOf, standingPermissions } from './manager.ts'
import { revokeCalls } from './permissionCalls.ts'
import { readKnowledge } from './permissionKnowledge.ts'
import { permissionOperation } from './permissionOperation.ts'
import { revokeWords } from './permissionView.ts'
import { permissionsMissing } from './refusePermission.ts'

type Hex = `0x${string}`

/** Before the network tells what they are, the screen says no more than how many. */
const pendingIntent = (manager: Hex, ids: readonly Hex[]): UserOperationIntent => ({
  calls: revokeCalls(
    { manager },
    ids.map((id) => ({ id })),
  ),
  headline: {
    title: 'permission.revokeTitle',
    sentence: {
      key: 'permission.revokeMany_other',
      values: { count: { kind: 'count', count: ids.length } },
    },
    approve: 'permission.revokeApprove',
  },
})

/**
 * Takes permissions back. Those that are gone already are left out.
 *
 * @param ids in the permission manager, of the person's own smart account
 * @throws NotAvailableError where permissions are off; from preparing UnknownPermissionError when all are gone
 */
export function revokeApproval(
  frame: ChainContext,
  request: RpcRequest,
  accounts: FrameAccounts,
  ids: readonly Hex[],
): Approval<ShownOperation> {
  const { smart: account, chain } = accounts
  const manager = managerOf(chain)
  if (manager === null || account === null) return permissionsMissing('permissionsOff')
  const where = { chainId: chain.id, account, manager }
  const named = new Set(ids.map((id) => id.toLowerCase()))
  return permissionOperation(frame, request, accounts, {
    account,
    pending: pendingIntent(manager, ids),
    async intent(signal) {
      const standing = await standingPermissions(frame.chain, where, signal)
      const permissions = standing.filter(({ id }) => named.has(id.toLowerCase()))
      if (permissions.length === 0)
        throw new UnknownPermissionError({ data: { reason: 'permissionContext' } })
      const known = await readKnowledge(frame.chain, where, permissions, signal)
      const now = Math.floor(frame.now() / 1_000)
      const words = revokeWords(chain, permissions, known, now)
      return {
        intent: { calls: revokeCalls(where, permissions), ...words },
        gives: [],
        caps: [],
        until: null,
      }
    },
    finish: () => ({}),
  })
}
