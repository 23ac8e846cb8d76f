import type { Address, Hex } from 'viem'
import * as z from 'zod'

/** A deployment, a long batch: more is no operation of a person. Hex digits. */
const LONGEST_DATA = 196_608

const hexOf = (pattern: RegExp, longest: number) =>
  z.custom<Hex>((value) => typeof value === 'string' && value.length <= longest && pattern.test(value))

/** 20 bytes; the case is not looked at. */
export const hexAddress = hexOf(/^0x[0-9a-fA-F]{40}$/, 42) as z.ZodType<Address>
export const hexData = hexOf(/^0x(?:[0-9a-fA-F]{2})*$/, LONGEST_DATA)
/** Leading zeros are let through: some clients pad. */
export const hexQuantity = hexOf(/^0x[0-9a-fA-F]{1,64}$/, 66)
export const hexHash = hexOf(/^0x[0-9a-fA-F]{64}$/, 66)

const always = { sender: hexAddress, nonce: hexQuantity, callData: hexData }
const deployment = { factory: hexAddress.optional(), factoryData: hexData.optional() }
const gas = {
  callGasLimit: hexQuantity,
  verificationGasLimit: hexQuantity,
  preVerificationGas: hexQuantity,
  maxFeePerGas: hexQuantity,
  maxPriorityFeePerGas: hexQuantity,
}
const paymaster = {
  paymaster: hexAddress.optional(),
  paymasterData: hexData.optional(),
  paymasterVerificationGasLimit: hexQuantity.optional(),
  paymasterPostOpGasLimit: hexQuantity.optional(),
}
const signature = hexData.optional()

const isWhole = ({ factory, factoryData }: { factory?: unknown; factoryData?: unknown }) =>
  (factory === undefined) === (factoryData === undefined)
const together = 'factory and factoryData belong together'

/** ERC-4337 user operation of EntryPoint 0.7 in its JSON-RPC form (ERC-7769), before its gas is known. */
export const draftOperationSchema = z
  .strictObject({ ...always, ...deployment, ...z.object(gas).partial().shape, ...paymaster, signature })
  .refine(isWhole, together)

/** The same with all of its gas. */
export const operationSchema = z
  .strictObject({ ...always, ...deployment, ...gas, ...paymaster, signature })
  .refine(isWhole, together)

export type DraftOperation = z.output<typeof draftOperationSchema>
export type RpcOperation = z.output<typeof operationSchema>
