import { permissionContext, readGrantedIds } from '@latchkey/chain-evm/decode/smartAccount'
import type { AccountPermission, StandingPermission } from '@latchkey/chain-evm/decode/smartAccount/types'
import { UncertainOperationError } from '@latchkey/protocol/frame'
import type { Approval } from '../../../approvals/Approval.ts'
import type { ChangeRow } from '../../../approvals/ApprovalView.ts'
import { makeWarning } from '../../../approvals/warnings.ts'
import type { ChainContext } from '../../../context/ChainContext.ts'
import type { RpcRequest } from '../../../context/ChainRpc.ts'
import type { FrameAccounts } from '../accounts/FrameAccounts.ts'
import type { ShownOperation, UserOperationIntent } from '../operation/ShownOperation.ts'
import { noteAsked } from './askedPermissions.ts'
import { attenuate, capsOf, untilOf } from './attenuate.ts'
import { permissionContextOf, standingPermissions } from './manager.ts'
import { parseOlderRequest } from './olderPermissions.ts'
import { parseRequest } from './parseRequest.ts'
import { endedAmong, grantCalls, revokeCalls } from './permissionCalls.ts'
import { nothingKnown, type PermissionKnowledge, readKnowledge } from './permissionKnowledge.ts'
import { permissionOperation } from './permissionOperation.ts'
import { limitAmount } from './permissionPhrases.ts'
import { grantWords } from './permissionView.ts'
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
export function grantApproval(
  frame: ChainContext,
  request: RpcRequest,
  accounts: FrameAccounts,
): Approval<ShownOperation> {
  const context = permissionContextOf(accounts, frame.now())
  const parse = request.method === 'wallet_grantPermissions' ? parseOlderRequest : parseRequest
  const wanted = parse(request.params, context)
  let permissions: readonly AccountPermission[] = wanted.items.map(({ permission }) => permission)
  let known = nothingKnown
  return permissionOperation(frame, request, accounts, {
    account: context.account,
    pending: intentOf(request, context, wanted, permissions, known),
    async intent(signal) {
      const [knowledge, standing] = await Promise.all([
        readKnowledge(frame.chain, context, permissions, signal),
        standingPermissions(frame.chain, context, signal),
      ])
      known = knowledge
      const ended = endedAmong(standing, context.now)
      const caps = capsOf(request.chain, wanted.items, permissions, known)
      const until = untilOf(wanted.items, permissions, context.now)
      const gives = permissions.flatMap((permission) => givesOf(request, permission, known))
      return { intent: intentOf(request, context, wanted, permissions, known, ended), gives, caps, until }
    },
    edit(change) {
      const next = attenuate(wanted.items, permissions, change, context.now)
      if (next) permissions = next
      return next !== null
    },
    onSigning: () => noteAsked(frame, context, permissions),
    finish({ logs, transactionHash }) {
      const ids = readGrantedIds(logs, context.manager, context.account)
      if (ids.length !== permissions.length) throw new UncertainOperationError({ data: { transactionHash } })
      const given = permissions.map((permission, index) => ({
        permission,
        context: permissionContext(context.account, ids[index] as `0x${string}`),
      }))
      return wanted.answer(given)
    },
  })
}
