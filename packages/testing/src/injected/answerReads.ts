import { providerRpcError } from './providerRpcError.ts'
import type { WalletState } from './walletState.ts'

/** Milliseconds that a node may take. */
const TIMEOUT = 10_000
/** A wallet passes reads on, and nothing that could sign or spend. */
const READ = /^(?:eth_(?!sign|send(?!RawTransaction$)|accounts)|net_|web3_)/

/** Passes a read on to the node of the wallet's network. */
export async function answerRead(state: WalletState, method: string, params: unknown): Promise<unknown> {
  const rpcUrl = state.chains.get(state.chainId)
  if (!rpcUrl || !READ.test(method)) throw providerRpcError(4200)
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] }),
    signal: AbortSignal.timeout(TIMEOUT),
  }).catch(() => undefined)
  const reply: unknown = await response?.json().catch(() => undefined)
  if (typeof reply !== 'object' || reply === null) throw providerRpcError(-32603)
  const { error, result } = reply as {
    error?: { code: number; message?: string; data?: unknown }
    result?: unknown
  }
  if (error) throw providerRpcError(error.code, error)
  return result
}
