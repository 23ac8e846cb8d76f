import type { ChainInfo } from '@latchkey/protocol'

/** A network by its number (EIP-155), or by its CAIP-2 name. */
export type NetworkName = number | string

/** The name by which a network is asked. */
export const networkOf = ({ id, caip2 }: ChainInfo): NetworkName => (id === 0 ? caip2 : id)

/** One call of a network's JSON-RPC. */
export type RpcCall = { method: string; params: unknown }

/** What came of one call in a batch. */
export type RpcOutcome = { ok: true; result: unknown } | { ok: false; error: unknown }

/** The network, read through the service. */
export type ChainRpc = {
  /** Throws ChainRefusedError with the network's own code and text, or ChainUnreachableError. */
  request(network: NetworkName, call: RpcCall, signal?: AbortSignal): Promise<unknown>
  /**
   * Asks a paymaster (ERC-7677) through the service: the operator's own, or one that the project has registered.
   * Throws as `request` does.
   */
  paymaster(
    network: NetworkName,
    call: RpcCall,
    service: string | null,
    signal?: AbortSignal,
  ): Promise<unknown>
  /** ERC-20 tokens that the service finds an account to have. Throws ServiceUnreachableError, or the service's refusal. */
  tokens(network: NetworkName, account: string, signal?: AbortSignal): Promise<readonly string[]>
  /** One round trip; each call has its own outcome. Throws ChainUnreachableError when nothing came back. */
  batch(network: NetworkName, calls: readonly RpcCall[], signal?: AbortSignal): Promise<readonly RpcOutcome[]>
}

/** Runs a call, or refuses it. */
export type Limit = <T>(run: () => Promise<T>) => Promise<T>

/** A JSON-RPC call of the host, with the network it is meant for. */
export type RpcRequest = {
  method: string
  params: readonly unknown[] | Readonly<Record<string, unknown>>
  chain: ChainInfo
}
