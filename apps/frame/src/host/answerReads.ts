import { accountsOf } from '../chains/evm/accounts/accountsOf.ts'
import { walletAssets } from '../chains/evm/assets/walletAssets.ts'
import { grantedPermissions, supportedPermissions } from '../chains/evm/permissions/answerPermissions.ts'
import type { RpcRequest } from '../context/ChainRpc.ts'
import type { Frame } from '../context/Frame.ts'

/**
 * Answers what a connected site may read of the account beyond its address: assets (ERC-7811) and permissions (ERC-7715).
 *
 * @throws RpcParamsError, NotConnectedError, ChainUnreachableError
 */
export async function answerRead(frame: Frame, { method, params, chain }: RpcRequest): Promise<unknown> {
  const accounts = await accountsOf(frame, chain)
  if (method === 'wallet_getAssets') return walletAssets(frame, params, accounts)
  if (method === 'wallet_getSupportedExecutionPermissions') return supportedPermissions(frame)
  return grantedPermissions(frame, accounts)
}
