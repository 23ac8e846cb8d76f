import { InvalidRequestError } from '@latchkey/protocol/http'
import * as z from 'zod'
import { isEntryPoint } from '../config/entryPoints.ts'
import { draftOperationSchema, operationSchema } from '../userOperations/userOperation.ts'

const entryPoint = z.custom<string>(isEntryPoint)
const chainId = z.string().regex(/^0x[0-9a-fA-F]{1,16}$/)
const context = z.unknown()
const head = { jsonrpc: z.literal('2.0'), id: z.union([z.string().max(128), z.int(), z.null()]) }

const params = <Operation extends z.ZodType>(operation: Operation) =>
  z.union([z.tuple([operation, entryPoint, chainId]), z.tuple([operation, entryPoint, chainId, context])])

const callSchema = z.discriminatedUnion('method', [
  z.strictObject({
    ...head,
    method: z.literal('pm_getPaymasterStubData'),
    params: params(draftOperationSchema),
  }),
  z.strictObject({ ...head, method: z.literal('pm_getPaymasterData'), params: params(operationSchema) }),
])

/** One call of ERC-7677: the stub for a draft, the data for an operation with all of its gas. */
export type PaymasterCall = z.output<typeof callSchema>

/**
 * Reads one ERC-7677 call for one network.
 *
 * @throws InvalidRequestError also when the call is for another network than the address it came to
 */
export function parsePaymasterCall(value: unknown, chain: { id: number }): PaymasterCall {
  const parsed = callSchema.safeParse(value)
  if (!parsed.success) throw new InvalidRequestError({ details: 'Not a call of ERC-7677.' })
  if (BigInt(parsed.data.params[2]) !== BigInt(chain.id))
    throw new InvalidRequestError({ data: { field: 'chainId' } })
  return parsed.data
}
