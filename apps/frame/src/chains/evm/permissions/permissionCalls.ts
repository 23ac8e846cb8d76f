import { enableManagerCall, grantCall, revokeCall } from '@latchkey/chain-evm/decode/smartAccount'
import type {
  AccountPermission,
  Call,
  StandingPermission,
} from '@latchkey/chain-evm/decode/smartAccount/types'
import type { PermissionKnowledge } from './permissionKnowledge.ts'
import type { PermissionContext } from './WantedPermission.ts'

type Where = Pick<PermissionContext, 'account' | 'manager'>

/** The calls that give permissions; before the first ones the manager is made a part of the account. */
export const grantCalls = (
  { account, manager }: Where,
  permissions: readonly AccountPermission[],
  { enabled }: Pick<PermissionKnowledge, 'enabled'>,
): readonly Call[] => [
  ...(enabled ? [] : [enableManagerCall(account, manager)]),
  ...permissions.map((permission) => grantCall(manager, permission)),
]

/** The manager holds 64 permissions of an account; from here on there is tidying. */
const crowded = 48
/** So many at once: each costs gas. */
const mostTidied = 8

/**
 * What is cleared away with the next permission: some that have ended, once there are many.
 *
 * @param now seconds since the epoch
 */
export const endedAmong = (
  standing: readonly StandingPermission[],
  now: number,
): readonly StandingPermission[] =>
  standing.length < crowded ? [] : standing.filter(({ expiry }) => expiry <= now).slice(0, mostTidied)

/** The calls that take permissions back. */
export const revokeCalls = (
  { manager }: Pick<Where, 'manager'>,
  permissions: readonly Pick<StandingPermission, 'id'>[],
): readonly Call[] => permissions.map(({ id }) => revokeCall(manager, id))
