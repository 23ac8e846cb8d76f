import { InvalidRequestError } from '@latchkey/protocol/http'
import * as z from 'zod'
import { isEntryPoint } from '../config/chains.ts'
import { draftOperationSchema, operationSchema } from '../userOperations/userOperation.ts'

const entryPoint = z.custom<string>(isEntryPoint)
const chainId = z.string().regex(/^0x[0-9a-fA-F]{1,16}$/)
const context = z.unknown()
const head = { jsonrpc: z.literal('2.0'), id: z.union([z.string().max(128), z.int(), z.null()]) }

const params = <Operation extends z.ZodType>(operation: Operation) =>
  z.union([z.tuple([operation, entryPoint, chainId]), z.tuple([operation, entryPoint, chainId, context])])

/** One call of ERC-7677: the stub for a draft, the data for an operation with all of its gas. */
export const paymasterCall = z.discriminatedUnion('method', [
  z.strictObject({
    ...head,
    method: z.literal('pm_getPaymasterStubData'),
    params: params(draftOperationSchema),
  }),
  z.strictObject({ ...head, method: z.literal('pm_getPaymasterData'), params: params(operationSchema) }),
])

export type PaymasterCall = z.output<typeof paymasterCall>

/** @throws InvalidRequestError when the call is for another network than the address it came to */
export function requireChain({ params }: PaymasterCall, chain: { id: number }): void {
  if (BigInt(params[2]) !== BigInt(chain.id)) throw new InvalidRequestError({ data: { field: 'chainId' } })
}
