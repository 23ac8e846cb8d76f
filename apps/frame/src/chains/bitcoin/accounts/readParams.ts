import { RpcParamsError } from '@latchkey/protocol/frame'
import type * as z from 'zod/mini'

/**
 * Reads the params of a request by a strict schema. Libraries put the object into an array.
 *
 * @throws RpcParamsError with `data.reason`, the member that does not fit
 */
export function readParams<T>(schema: z.ZodMiniType<T>, params: unknown): T {
  const given: unknown = Array.isArray(params) && params.length <= 1 ? (params[0] ?? {}) : params
  const parsed = schema.safeParse(given)
  if (!parsed.success)
    throw new RpcParamsError({ data: { reason: String(parsed.error.issues[0]?.path[0] ?? 'paramType') } })
  return parsed.data
}
