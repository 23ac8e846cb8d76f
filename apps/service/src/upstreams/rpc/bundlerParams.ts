import * as z from 'zod'
import { isEntryPoint } from '../../config/entryPoints.ts'
import { draftOperationSchema, hexHash, operationSchema } from '../../userOperations/userOperation.ts'

const entryPoint = z.custom<string>(isEntryPoint, 'is not the entry point of this network')
/** Balances and code that an estimate supposes: addresses and what is set there. */
const stateOverrides = z.record(z.string().max(42), z.record(z.string().max(32), z.unknown()))
const byHash = z.tuple([hexHash])
const nothing = z.tuple([])

/** Parameters of each method that a bundler is asked (ERC-7769). */
const schemas: Readonly<Record<string, z.ZodType>> = {
  eth_sendUserOperation: z.tuple([operationSchema, entryPoint]),
  eth_estimateUserOperationGas: z.union([
    z.tuple([draftOperationSchema, entryPoint]),
    z.tuple([draftOperationSchema, entryPoint, stateOverrides]),
  ]),
  eth_getUserOperationReceipt: byHash,
  eth_getUserOperationByHash: byHash,
  eth_supportedEntryPoints: nothing,
  pimlico_getUserOperationGasPrice: nothing,
}

/** Whether a bundler may be handed these parameters: its own operation form, for our entry point alone. */
export const areBundlerParams = (method: string, params: unknown): boolean =>
  schemas[method]?.safeParse(params ?? []).success ?? false
