import { evmAddressOf } from '../config/namespaces.ts'
import { smartAccountOf } from './fillSmartAccounts.ts'
import type { WalletRow } from './walletRecords.ts'

/**
 * The addresses that a wallet's key has proven, in small letters: its EVM account, which has signed, and the smart account
 * of that. The other accounts of the list are their sender's word and may be anybody's.
 */
export function provenAddresses({ status, accounts }: Pick<WalletRow, 'status' | 'accounts'>): string[] {
  if (status !== 'active') return []
  return [evmAddressOf(accounts), smartAccountOf(accounts)].flatMap((one) => (one ? [one.toLowerCase()] : []))
}
