import { activeConnector } from '../actions/activeConnection.ts'
import { disconnect } from '../actions/disconnect.ts'
import { request } from '../actions/request.ts'
import type { Config } from '../createConfig.ts'
import type { RequestArguments } from '../interfaces/Provider.ts'
import { addChain, switchChain } from './chainRequests.ts'

/** What a page's first request to a wallet needs, loaded with it. */
export { toProviderError } from './toProviderError.ts'

/** Answers what the page itself knows how to do, and sends everything else to the wallet. */
export async function answerRequest(config: Config, args: RequestArguments): Promise<unknown> {
  switch (args.method) {
    case 'wallet_switchEthereumChain':
      return switchChain(config, args)
    case 'wallet_addEthereumChain':
      return addChain(config, args)
    case 'wallet_revokePermissions':
      if (!givesUpAccounts(config, args)) break
      await disconnect(config)
      return null
  }
  return request(config, args)
}

/**
 * The `wallet_revokePermissions` of EIP-2255 wallets, `[{ eth_accounts: {} }]`: the page gives up its access. In the
 * embedded wallet that is signing out; its own method of that name takes a permission to spend (ERC-7715).
 */
function givesUpAccounts(config: Config, { params }: RequestArguments): boolean {
  const first: unknown = Array.isArray(params) ? params[0] : undefined
  const asked = typeof first === 'object' && first !== null && Object.hasOwn(first, 'eth_accounts')
  return asked && activeConnector(config)?.approvesInFrame === true
}
