export type RequestArguments = { method: string; params?: readonly unknown[] | Record<string, unknown> }
export type ProviderListener = (payload: never) => void

/** EIP-1193. */
export type Eip1193Provider = {
  request(args: RequestArguments): Promise<unknown>
  on(event: string, listener: ProviderListener): unknown
  removeListener(event: string, listener: ProviderListener): unknown
}

/** An EIP-1193 `ProviderRpcError`: a real Error with an integer code. */
export type ProviderRpcError = Error & { code: number; data?: unknown }
