import { isAddressText, parseAddress, sameAddress } from '@latchkey/chain-evm/decode'
import { permissionsCall, readPermissions, safeAccount } from '@latchkey/chain-evm/decode/smartAccount'
import type { StandingPermission } from '@latchkey/chain-evm/decode/smartAccount/types'
import type { ChainInfo } from '@latchkey/protocol'
import { ChainUnreachableError } from '@latchkey/protocol/frame'
import type { ChainRpc } from '../../../context/ChainRpc.ts'
import type { FrameAccounts } from '../accounts/FrameAccounts.ts'
import { permissionsMissing } from './refusePermission.ts'
import type { PermissionContext } from './WantedPermission.ts'

type Hex = `0x${string}`

/** The contract that enforces permissions on a network; null where none are given, which is so unless configured. */
export function managerOf({ smartAccounts }: ChainInfo): Hex | null {
  const manager = smartAccounts?.permissionManager
  return isAddressText(manager) ? parseAddress(manager.toLowerCase()) : null
}

/**
 * Who gives permissions, and through what.
 *
 * @param now ms since the epoch
 * @throws NotAvailableError where permissions are off, or where the plain account is the preferred one
 */
export function permissionContextOf(accounts: FrameAccounts, now: number): PermissionContext {
  const { chain, smart, eoa, preferred } = accounts
  const manager = managerOf(chain)
  if (manager === null || smart === null) return permissionsMissing('permissionsOff')
  if (preferred !== 'smartAccount') return permissionsMissing('plainAccount')
  return {
    chainId: chain.id,
    account: smart,
    owner: eoa,
    manager,
    isOwn: (address) => safeAccount.isOwnDomain(eoa, address) || sameAddress(address, safeAccount.entryPoint),
    now: Math.floor(now / 1_000),
  }
}

type Where = Pick<PermissionContext, 'chainId' | 'account' | 'manager'>

/**
 * What stands in the manager for an account.
 *
 * @throws ChainUnreachableError when the network does not tell, ChainRefusedError
 */
export async function standingPermissions(
  chain: ChainRpc,
  { chainId, account, manager }: Where,
  signal?: AbortSignal,
): Promise<readonly StandingPermission[]> {
  const answer = await chain.request(chainId, permissionsCall(manager, account), signal)
  const permissions = readPermissions(answer)
  if (permissions === null)
    throw new ChainUnreachableError({ details: 'The permission manager did not answer' })
  return permissions
}
