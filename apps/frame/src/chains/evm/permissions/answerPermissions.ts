import { permissionContext } from '@latchkey/chain-evm/decode/smartAccount'
import { toQuantity } from '@latchkey/std/hex'
import type { ChainContext } from '../../../context/Frame.ts'
import type { FrameAccounts } from '../model/transaction.ts'
import { askedByThisSite, managerOf, standingPermissions } from './manager.ts'
import { describePermission, permissionTypes } from './parseRequest.ts'
import type { GivenPermission, PermissionContext } from './WantedPermission.ts'

/** Networks where the smart account gives permissions; none while the plain account is the preferred one. */
const offering = (frame: ChainContext) =>
  frame.store.getState().preferredAccountType === 'eoa'
    ? []
    : frame.config.chains.filter((chain) => managerOf(chain) !== null)

/** `wallet_getSupportedExecutionPermissions` (ERC-7715): by type, where it can be given and which rules it takes. */
export function supportedPermissions(
  frame: ChainContext,
): Record<string, { chainIds: string[]; ruleTypes: string[] }> {
  const chainIds = offering(frame).map(({ id }) => toQuantity(id))
  if (chainIds.length === 0) return {}
  return Object.fromEntries(permissionTypes.map((type) => [type, { chainIds, ruleTypes: ['expiry'] }]))
}

/**
 * `wallet_getGrantedExecutionPermissions` (ERC-7715): what this very site asked for and what still stands, read from the
 * chain. A permission that allows several things has an entry for each, with the same context.
 *
 * @throws ChainUnreachableError when a network does not tell
 */
export async function grantedPermissions(
  frame: ChainContext,
  { smart }: FrameAccounts,
): Promise<readonly Record<string, unknown>[]> {
  if (smart === null) return []
  const now = Math.floor(frame.now() / 1_000)
  const lists = offering(frame).map(async (chain) => {
    const where = { chainId: chain.id, account: smart, manager: managerOf(chain) as `0x${string}` }
    const standing = await standingPermissions(frame.chain, where)
    return askedByThisSite(frame, where, standing)
      .filter(({ expiry }) => expiry > now)
      .flatMap((permission) =>
        describeGiven({ permission, context: permissionContext(smart, permission.id) }, where),
      )
  })
  return (await Promise.all(lists)).flat()
}

/** What was given, in the words of the present draft, whatever the request was. */
const describeGiven = (
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
