import { describePermission } from './permissionTypes.ts'
import type { GivenPermission, PermissionContext } from './WantedPermission.ts'

/** What was given, in the words of the present draft, whatever the request was. */
export const describeGiven = (
  { permission, context }: GivenPermission,
  { chainId, account, manager }: Pick<PermissionContext, 'chainId' | 'account' | 'manager'>,
) =>
  describePermission(permission).map((described) => ({
    chainId: `0x${chainId.toString(16)}`,
    from: account,
    to: permission.grantee,
    permission: { ...described, isAdjustmentAllowed: false },
    rules: [{ type: 'expiry', data: { timestamp: permission.expiry } }],
    context,
    dependencies: [],
    delegationManager: manager,
  }))
