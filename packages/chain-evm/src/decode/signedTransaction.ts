import { type Address, type Hex, keccak256, parseTransaction, recoverTransactionAddress } from 'viem'
import { sameAddress } from './parseAddress.ts'

/** A complete EIP-1559 transaction, as it was shown. */
export type ShownTransaction = {
  from: Address
  chainId: number
  nonce: number
  to: Address | null
  value: bigint
  data: Hex
  gas: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
  accessList: readonly { address: Address; storageKeys: readonly Hex[] }[]
}

function sameFields(raw: Hex, shown: ShownTransaction): boolean {
  const signed = parseTransaction(raw)
  if (signed.type !== 'eip1559') return false
  const list = (entries: ShownTransaction['accessList'] | undefined) =>
    JSON.stringify(entries ?? []).toLowerCase()
  return (
    signed.chainId === shown.chainId &&
    (signed.nonce ?? 0) === shown.nonce &&
    (signed.to ?? '').toLowerCase() === (shown.to ?? '').toLowerCase() &&
    (signed.value ?? 0n) === shown.value &&
    (signed.data ?? '0x').toLowerCase() === shown.data.toLowerCase() &&
    (signed.gas ?? 0n) === shown.gas &&
    (signed.maxFeePerGas ?? 0n) === shown.maxFeePerGas &&
    (signed.maxPriorityFeePerGas ?? 0n) === shown.maxPriorityFeePerGas &&
    list(signed.accessList) === list(shown.accessList)
  )
}

/** Whether a signed transaction is, field by field, the one that was shown, by the account that was shown. */
export async function isSignedAsShown(
  signed: { raw: Hex; hash: Hex },
  shown: ShownTransaction,
): Promise<boolean> {
  try {
    if (keccak256(signed.raw) !== signed.hash.toLowerCase() || !sameFields(signed.raw, shown)) return false
    const signer = await recoverTransactionAddress({ serializedTransaction: signed.raw as `0x02${string}` })
    return sameAddress(signer, shown.from)
  } catch {
    return false
  }
}
