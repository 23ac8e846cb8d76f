import type { Answers } from './answerAccounts.ts'
import type { MockWalletSwitches } from './MockInjectedWallet.ts'
import { providerRpcError } from './providerRpcError.ts'
import { changeChain, toHex } from './walletState.ts'

/** Networks: EIP-695, EIP-3326, EIP-3085. Adding one also switches to it, as extensions do. */
export const answerChains: Answers = {
  eth_chainId: ({ chainId }) => toHex(chainId),
  net_version: ({ chainId }) => String(chainId),
  wallet_switchEthereumChain(state, params) {
    const { chainId } = chainOf(params)
    if (!state.chains.has(chainId)) throw unknownChain(chainId, state.switches.unknownChain)
    changeChain(state, chainId)
    return null
  },
  wallet_addEthereumChain(state, params) {
    const { chainId, chainName, rpcUrls } = chainOf(params)
    const urls = Array.isArray(rpcUrls) ? rpcUrls.filter((url): url is string => typeof url === 'string') : []
    if (typeof chainName !== 'string' || urls.length === 0) throw providerRpcError(-32602)
    if (!state.chains.has(chainId)) state.chains.set(chainId, urls[0])
    changeChain(state, chainId)
    return null
  },
}

function chainOf([first]: readonly unknown[]): { chainId: number; chainName?: unknown; rpcUrls?: unknown } {
  const chain = typeof first === 'object' && first !== null ? (first as Record<string, unknown>) : {}
  if (typeof chain.chainId !== 'string' || !/^0x[1-9a-fA-F][0-9a-fA-F]{0,12}$/.test(chain.chainId))
    throw providerRpcError(-32602)
  return { ...chain, chainId: Number(chain.chainId) }
}

function unknownChain(chainId: number, how: MockWalletSwitches['unknownChain']): Error {
  const message = `Unrecognized chain ID "${toHex(chainId)}". Try adding the chain using wallet_addEthereumChain first.`
  if (how === 'nested') return providerRpcError(-32603, { data: { originalError: { code: 4902, message } } })
  if (how === 'internal') return providerRpcError(-32603, { message })
  return providerRpcError(how === 'text' ? '4902' : 4902, { message })
}
