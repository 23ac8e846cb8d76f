import {
  permissionsCall,
  readPermissions,
  type StandingPermission,
} from '@latchkey/chain-evm/decode/smartAccount'
import { ChainUnreachableError } from '@latchkey/protocol/frame'
import type { ChainRpc } from '../rpc/ChainRpc.ts'
import type { PermissionContext } from './WantedPermission.ts'

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
