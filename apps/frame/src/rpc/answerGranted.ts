import { NotAvailableError, NotConnectedError, RpcParamsError } from '@latchkey/protocol/frame'
import type { Frame } from '../Frame.ts'
import { isGranted } from '../isGranted.ts'
import type { RpcRequest } from './RpcRequest.ts'
import { walletCapabilities } from './walletCapabilities.ts'

const evmAddresses = async (frame: Frame): Promise<string[]> =>
  (await frame.keys.state()).accounts
    .filter(({ namespace, type }) => namespace === 'eip155' && type === 'eoa')
    .map(({ address }) => address)

/** Answers what reveals the account: to a connected site only. `eth_accounts` is empty for any other (EIP-1193). */
export async function answerGranted(frame: Frame, { method, params }: RpcRequest): Promise<unknown> {
  const granted = await isGranted(frame)
  if (method === 'eth_accounts' && !granted) return []
  if (!granted) throw new NotConnectedError()
  const addresses = await evmAddresses(frame)
  if (method === 'eth_accounts' || method === 'eth_requestAccounts') return addresses
  if (method !== 'wallet_getCapabilities') throw new NotAvailableError()
  if (!Array.isArray(params)) throw new RpcParamsError()
  const chainIds = frame.config.chains.map(({ id }) => id)
  return walletCapabilities(params, { addresses, chainIds })
}
