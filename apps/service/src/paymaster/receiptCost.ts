import * as z from 'zod'
import { hexAddress, hexHash, hexQuantity } from '../userOperations/userOperation.ts'

const receiptSchema = z.object({
  userOpHash: hexHash,
  actualGasCost: hexQuantity,
  sender: hexAddress.optional(),
  nonce: hexQuantity.optional(),
  paymaster: hexAddress.nullish(),
})

/** What a receipt says of its operation. `place`: whose it was, which, and who paid; null where it does not tell. */
export type ReceiptCost = {
  userOpHash: string
  wei: bigint
  place: { sender: string; nonce: bigint; paymaster: string | null } | null
}

/** What the operation of a receipt (ERC-7769) has cost, wei; null when it is no receipt. */
export function costIn(receipt: unknown): ReceiptCost | null {
  const parsed = receiptSchema.safeParse(receipt)
  if (!parsed.success) return null
  const { userOpHash, actualGasCost, sender, nonce, paymaster } = parsed.data
  const place =
    sender && nonce
      ? { sender: sender.toLowerCase(), nonce: BigInt(nonce), paymaster: paymaster?.toLowerCase() ?? null }
      : null
  return { userOpHash: userOpHash.toLowerCase(), wei: BigInt(actualGasCost), place }
}
