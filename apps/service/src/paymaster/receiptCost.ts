import * as z from 'zod'
import { hexHash, hexQuantity } from '../userOperations/userOperation.ts'

const receiptSchema = z.object({ userOpHash: hexHash, actualGasCost: hexQuantity })

/** What the operation of a receipt (ERC-7769) has cost, wei; null when it is no receipt. */
export function costIn(receipt: unknown): { userOpHash: string; wei: bigint } | null {
  const parsed = receiptSchema.safeParse(receipt)
  if (!parsed.success) return null
  const { userOpHash, actualGasCost } = parsed.data
  return { userOpHash: userOpHash.toLowerCase(), wei: BigInt(actualGasCost) }
}
