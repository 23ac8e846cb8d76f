import type { Config } from './Config.ts'
import type { CaipNetworkId, ChainNamespace, Network } from './Network.ts'
import type { PageProvider, RequestArguments } from './Provider.ts'

export type AdapterContext = {
  apiOrigin: string
  projectId: string
}

/** How a transaction ended. `reverted` is in a block too, and has cost its fee. */
export type TransactionOutcome = { status: 'success' | 'reverted'; blockNumber: bigint }

/** What can be done on one CAIP-2 namespace. Abilities are optional members. */
export type ChainAdapter = {
  namespace: ChainNamespace
  /** Whether a text has the form of an address of this namespace. */
  isAddress(address: string): boolean
  /** As `isAddress`, and a checksum that the address carries must be right. */
  isChecksumAddress?(address: string): Promise<boolean>
  /** Native balance as a decimal string in whole units. */
  getBalance?(params: { network: Network; address: string; signal?: AbortSignal }): Promise<string>
  /** Request for a native transfer, to be given to a connector. `amount` is a decimal string in whole units. */
  transferRequest?(params: { network: Network; from: string; to: string; amount: string }): RequestArguments
  /** Settles once a transaction is in a block. */
  waitForTransaction?(params: {
    network: Network
    hash: string
    signal?: AbortSignal
  }): Promise<TransactionOutcome>
  /** Makes the page's provider of this namespace; it answers for no other. Called once, when the config is made. */
  createProvider?(config: Config): PageProvider
  /** Refuses a request that no wallet could make sense of, before anything is shown for it: at once where it can. */
  checkRequest?(args: RequestArguments): Promise<void> | undefined
  /** Asks the network what it tells anybody. */
  read?(
    config: Config,
    params: RequestArguments & { caipNetworkId: CaipNetworkId | undefined },
  ): Promise<unknown>
  explorerAddressUrl?(network: Network, address: string): string | undefined
  explorerTransactionUrl?(network: Network, hash: string): string | undefined
}

export type CreateChainAdapter = (context: AdapterContext) => ChainAdapter
