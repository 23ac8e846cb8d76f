import * as z from 'zod'
import { readJson } from './ask.ts'
import type { Diagnosis } from './Diagnosis.ts'

const envelope = z.object({ result: z.unknown() })
const hex = z.string().regex(/^0x[0-9a-fA-F]*$/)

type Asking = Pick<Diagnosis, 'ask'>
type Call = { method: string; params?: readonly unknown[] }

/**
 * One JSON-RPC call, with a result of a known form.
 *
 * @throws Error when the answer is none
 */
export async function askRpcFor<Schema extends z.ZodType>(
  { ask }: Asking,
  url: string,
  { method, params = [] }: Call,
  result: Schema,
): Promise<z.output<Schema>> {
  const { status, body } = await ask(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const reply = envelope.safeParse(readJson(body))
  const parsed = result.safeParse(reply.data?.result)
  if (!parsed.success) throw Object.assign(new Error('no result'), { code: `status ${status}, no result` })
  return parsed.data
}

/**
 * One JSON-RPC call to a node whose result is hex.
 *
 * @throws Error when the answer is none
 */
export const askRpc = (
  diagnosis: Asking,
  url: string,
  method: string,
  params: readonly unknown[] = [],
): Promise<string> => askRpcFor(diagnosis, url, { method, params }, hex)
