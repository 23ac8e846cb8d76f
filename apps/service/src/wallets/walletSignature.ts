import { isAddress, isAddressEqual, isHex, recoverMessageAddress } from 'viem'
import type { WalletRow } from './walletRecords.ts'

/** Whether the wallet's first eip155 account has signed a text (EIP-191, version 0x45). */
export async function hasSigned(wallet: WalletRow, text: string, signature: string): Promise<boolean> {
  const address = wallet.accounts.find(({ namespace }) => namespace === 'eip155')?.address ?? ''
  if (!isHex(signature) || !isAddress(address, { strict: false })) return false
  try {
    return isAddressEqual(await recoverMessageAddress({ message: text, signature }), address)
  } catch {
    return false
  }
}
