import type { AddEthereumChainParameter, Address, Chain } from 'viem'

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
