import { isAddress } from 'viem'
import type { WalletAccount } from '../db/schema.ts'
import { safeAddressOf } from '../userOperations/safeAddress.ts'

/** The smart account of a wallet's EVM account, as it is looked up: in small letters. null when there is no such account. */
export function smartAccountOf(accounts: readonly WalletAccount[]): string | null {
  const owner = accounts.find(({ namespace, type }) => namespace === 'eip155' && type === 'eoa')?.address
  return owner && isAddress(owner, { strict: false }) ? safeAddressOf(owner).toLowerCase() : null
}
