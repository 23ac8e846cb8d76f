export type RequestArguments = { method: string; params?: readonly unknown[] | Record<string, unknown> }
export type ProviderListener = (payload: never) => void

/** EIP-1193. */
export type Eip1193Provider = {
  request(args: RequestArguments): Promise<unknown>
  on(event: string, listener: ProviderListener): unknown
  removeListener(event: string, listener: ProviderListener): unknown
}

/**
 * The page's own provider: EIP-1193, and the listeners' methods of Node's EventEmitter that libraries use. It fits the
 * providers of ethers, viem and web3. The result is of whatever type the caller says: nothing has checked it.
 */
export type PageProvider = {
  request<Result = unknown>(args: { method: string; params?: unknown }): Promise<Result>
  on(event: string, listener: ProviderListener): PageProvider
  /** As `on`, for the next event alone. */
  once(event: string, listener: ProviderListener): PageProvider
  removeListener(event: string, listener: ProviderListener): PageProvider
  off(event: string, listener: ProviderListener): PageProvider
  /** Without an event: the listeners of all events. */
  removeAllListeners(event?: string): PageProvider
}

/** An EIP-1193 `ProviderRpcError`: a real Error with an integer code. */
export type ProviderRpcError = Error & { code: number; data?: unknown }
