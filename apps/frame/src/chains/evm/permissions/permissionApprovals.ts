import { permissionContext, readGrantedIds } from '@latchkey/chain-evm/decode/smartAccount'
import type { AccountPermission, StandingPermission } from '@latchkey/chain-evm/decode/smartAccount/model'
import { UncertainOperationError, UnknownChainError, UnknownPermissionError } from '@latchkey/protocol/frame'
import type { Approval, ChangeRow } from '../../../approvals/ApprovalView.ts'
import { makeWarning } from '../../../approvals/phrases.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import { findChain } from '../../../context/documentConfig.ts'
import type { ChainContext } from '../../../context/Frame.ts'
import { accountsOf } from '../accounts/accountsOf.ts'
import type { Operations, ShownOperation, UserOperationIntent } from '../model/operation.ts'
import type { FrameAccounts } from '../model/transaction.ts'
import { attenuate, capsOf, untilOf } from './attenuate.ts'
import { permissionsMissing } from './checkPermission.ts'
import {
  endedAmong,
  grantCalls,
  managerOf,
  noteAsked,
  nothingKnown,
  type PermissionKnowledge,
  permissionContextOf,
  readKnowledge,
  revokeCalls,
  standingPermissions,
} from './manager.ts'
import { parseOlderRequest } from './olderPermissions.ts'
import { chainOfRequest, parseRequest } from './parseRequest.ts'
import { type PermissionPlan, permissionOperation } from './permissionOperation.ts'
import { grantWords, limitAmount, revokeWords } from './permissionView.ts'
import { findRevocable, isRevocation } from './revocations.ts'
import type { PermissionContext, WantedPermissions } from './WantedPermission.ts'

function intentOf(
  { chain }: RpcRequest,
  context: PermissionContext,
  wanted: WantedPermissions,
  permissions: readonly AccountPermission[],
  known: PermissionKnowledge,
  ended: readonly StandingPermission[] = [],
): UserOperationIntent {
  const asked = wanted.items.map(({ justification }, index) => ({
    justification,
    permission: permissions[index] as AccountPermission,
  }))
  const words = grantWords(chain, asked, known, context.now)
  const count = { kind: 'count', count: ended.length } as const
  const tidied = ended.length === 0 ? [] : [makeWarning('info', 'permissionTidy', { count })]
  return {
    calls: [...revokeCalls(context, ended), ...grantCalls(context, permissions, known)],
    ...words,
    warnings: [...words.warnings, ...tidied],
  }
}

/** What others may spend afterwards. */
const givesOf = (
  { chain }: RpcRequest,
  { limits }: AccountPermission,
  known: PermissionKnowledge,
): readonly ChangeRow[] =>
  limits.map((limit) => ({
    direction: 'gives',
    value: limitAmount(chain, limit, known),
    ...(limit.token === null ? {} : { token: limit.token }),
  }))

/**
 * `wallet_requestExecutionPermissions` (ERC-7715) and its older form `wallet_grantPermissions`: gives others what the
 * request lists, within limits that a contract enforces. The first one also makes that contract a part of the account.
 *
 * @throws NotAvailableError where permissions are off; RequestBlockedError, RpcParamsError, UnknownPermissionError
 */
function grantApproval(
  frame: ChainContext,
  request: RpcRequest,
  accounts: FrameAccounts,
  operations: Operations,
): Approval<ShownOperation> {
  const context = permissionContextOf(accounts, frame.now())
  const parse = request.method === 'wallet_grantPermissions' ? parseOlderRequest : parseRequest
  const wanted = parse(request.params, context)
  const first: readonly AccountPermission[] = wanted.items.map(({ permission }) => permission)
  const plan: PermissionPlan<typeof first> = {
    account: context.account,
    first,
    pending: (permissions) => intentOf(request, context, wanted, permissions, nothingKnown),
    async intent(permissions, signal) {
      const [known, standing] = await Promise.all([
        readKnowledge(frame.chain, context, permissions, signal),
        standingPermissions(frame.chain, context, signal),
      ])
      return {
        intent: intentOf(request, context, wanted, permissions, known, endedAmong(standing, context.now)),
        gives: permissions.flatMap((permission) => givesOf(request, permission, known)),
        caps: capsOf(request.chain, wanted.items, permissions, known),
        until: untilOf(wanted.items, permissions, context.now),
      }
    },
    edit: (permissions, change) => attenuate(wanted.items, permissions, change, context.now),
    onSigning: (permissions) => noteAsked(frame, context, permissions),
    finish(permissions, { logs, transactionHash }) {
      const ids = readGrantedIds(logs, context.manager, context.account)
      if (ids.length !== permissions.length) throw new UncertainOperationError({ data: { transactionHash } })
      const given = permissions.map((permission, index) => ({
        permission,
        context: permissionContext(context.account, ids[index] as Hex),
      }))
      return wanted.answer(given)
    },
  }
  return permissionOperation(frame, request, accounts, plan, operations)
}

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
  operations: Operations,
): Approval<ShownOperation> {
  const { smart: account, chain } = accounts
  const manager = managerOf(chain)
  if (manager === null || account === null) return permissionsMissing('permissionsOff')
  const where = { chainId: chain.id, account, manager }
  const named = new Set(ids.map((id) => id.toLowerCase()))
  const plan: PermissionPlan<null> = {
    account,
    first: null,
    pending: () => pendingIntent(manager, ids),
    async intent(_, signal) {
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
  }
  return permissionOperation(frame, request, accounts, plan, operations)
}

async function openRevocation(
  frame: ChainContext,
  request: RpcRequest,
  operations: Operations,
): Promise<Approval<ShownOperation>> {
  const found = await findRevocable(frame, request)
  if (found === null) throw new UnknownPermissionError({ data: { reason: 'permissionContext' } })
  const { accounts, id } = found
  return revokeApproval(frame, { ...request, chain: accounts.chain }, accounts, [id], operations)
}

/**
 * Parses a request to give or take back permissions (ERC-7715). It may be for another network than the active one.
 *
 * @throws NotAvailableError, UnknownChainError, RequestBlockedError, RpcParamsError, UnknownPermissionError; for what is
 *   taken back also ChainUnreachableError
 */
export async function openPermission(
  frame: ChainContext,
  request: RpcRequest,
  operations: Operations,
): Promise<Approval<ShownOperation>> {
  if (isRevocation(request.method)) return openRevocation(frame, request, operations)
  const named = chainOfRequest(request.params)
  const chain = named === null ? request.chain : findChain(frame.config, named)
  if (!chain) throw new UnknownChainError()
  return grantApproval(frame, { ...request, chain }, await accountsOf(frame, chain), operations)
}
