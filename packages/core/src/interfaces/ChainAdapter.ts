import type { ChainNamespace, Network } from './Network.ts'
import type { RequestArguments } from './Provider.ts'

export type AdapterContext = {
  apiOrigin: string
  projectId: string
}

/** What can be done on one CAIP-2 namespace. Abilities are optional members. */
export type ChainAdapter = {
  namespace: ChainNamespace
  /** Checks an address of this namespace; `strict` also checks its checksum. */
  isAddress(address: string, options?: { strict?: boolean }): boolean
  /** Native balance as a decimal string in whole units. */
  getBalance?(params: { network: Network; address: string; signal?: AbortSignal }): Promise<string>
  /** Request for a native transfer, to be given to a connector. `amount` is a decimal string in whole units. */
  transferRequest?(params: { network: Network; from: string; to: string; amount: string }): RequestArguments
  explorerAddressUrl?(network: Network, address: string): string | undefined
  explorerTransactionUrl?(network: Network, hash: string): string | undefined
}

export type CreateChainAdapter = (context: AdapterContext) => ChainAdapter
