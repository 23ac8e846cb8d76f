import type { ChainInfo } from '@latchkey/protocol'

/** A JSON-RPC call of the host, with the network it is meant for. */
export type RpcRequest = {
  method: string
  params: readonly unknown[] | Readonly<Record<string, unknown>>
  chain: ChainInfo
}
