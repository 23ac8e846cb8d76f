import type { Eip1193Provider } from '@latchkey/core/connector'
import type { Latchkey } from '@latchkey/sdk'
import type { AddEthereumChainParameter, Address, Chain, ProviderConnectInfo, ProviderMessage } from 'viem'

/** What wagmi's emitter must have. Structural, so that the connector fits wagmi 2 and wagmi 3 alike. */
export type WagmiEmitter = {
  emit(event: 'change', data: { accounts?: readonly Address[]; chainId?: number }): void
  emit(event: 'connect', data: { accounts: readonly Address[]; chainId: number }): void
  emit(event: 'disconnect'): void
  emit(event: 'error', data: { error: Error }): void
  emit(event: 'message', data: { type: string; data?: unknown }): void
  listenerCount(event: 'change' | 'disconnect'): number
}

/** What wagmi gives a connector, as far as this one needs it. */
export type WagmiContext = { chains: readonly [Chain, ...Chain[]]; emitter: WagmiEmitter }

export type SwitchChainParameters = {
  chainId: number
  addEthereumChainParameter?: Partial<Omit<AddEthereumChainParameter, 'chainId'>> | undefined
}

type Connected<WithCapabilities extends boolean> = {
  accounts: WithCapabilities extends true
    ? readonly { address: Address; capabilities: Record<string, unknown> }[]
    : readonly Address[]
  chainId: number
}

export type LatchkeyWagmiConnector = {
  readonly id: 'latchkey'
  readonly name: 'Latchkey'
  readonly type: 'latchkey'
  /** Keeps wagmi from listing Latchkey once more when it is announced (EIP-6963). */
  readonly rdns: 'dev.latchkey'
  setup(): Promise<void>
  connect<WithCapabilities extends boolean = false>(parameters?: {
    chainId?: number | undefined
    isReconnecting?: boolean | undefined
    withCapabilities?: WithCapabilities | boolean | undefined
  }): Promise<Connected<WithCapabilities>>
  disconnect(): Promise<void>
  getAccounts(): Promise<readonly Address[]>
  getChainId(): Promise<number>
  getProvider(parameters?: { chainId?: number | undefined }): Promise<Eip1193Provider>
  isAuthorized(): Promise<boolean>
  switchChain(parameters: SwitchChainParameters): Promise<Chain>
  onAccountsChanged(accounts: string[]): void
  onChainChanged(chainId: string): void
  onConnect(connectInfo: ProviderConnectInfo): void
  onDisconnect(error?: Error | undefined): void
  onMessage(message: ProviderMessage): void
  /** The Latchkey beneath, to open it at a view or to change its theme. */
  getLatchkey(): Latchkey
}
