import type { RpcCall } from '@latchkey/protocol/chainRpc'

export type RpcReply = { jsonrpc: '2.0'; id: RpcCall['id'] } & (
  | { result: unknown }
  | { error: { code: number; message: string; data?: unknown } }
)
