import { walletAssets } from '../assets/walletAssets.ts'
import type { Frame } from '../Frame.ts'
import type { RpcRequest } from '../rpc/RpcRequest.ts'
import { accountsOf } from '../smartAccount/accountsOf.ts'
import { grantedPermissions, supportedPermissions } from './answerPermissions.ts'

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
