import * as z from 'zod'

const MOST_CALLS = 1_000

const call = z.strictObject({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string().max(128), z.int(), z.null()]),
  method: z.string().min(1).max(128),
  params: z.union([z.array(z.unknown()).max(100), z.record(z.string().max(64), z.unknown())]).optional(),
})
/** One call, or a batch of at most a thousand. */
export const rpcPayload = z.union([call, z.array(call).min(1).max(MOST_CALLS)])

/** JSON-RPC 2.0 request with an id. Notifications make no sense here. */
export type RpcCall = z.output<typeof call>
export type RpcReply = { jsonrpc: '2.0'; id: RpcCall['id'] } & (
  | { result: unknown }
  | { error: { code: number; message: string; data?: unknown } }
)
