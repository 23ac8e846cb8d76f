import { isRecord } from '@latchkey/std/isRecord'
import type { StandardWallet } from './readStandardWallet.ts'

/**
 * Follows the accounts of a wallet of the Wallet Standard.
 *
 * @param feature that tells of changes, such as `standard:events`; a wallet without it tells of none
 * @param listener hears the accounts as the wallet tells them: nothing of them has been checked
 * @returns what ends it, whatever the wallet's own way of ending does
 * @example const stop = followAccounts(wallet, 'standard:events', (accounts) => show(accounts))
 */
export function followAccounts(
  wallet: StandardWallet,
  feature: string,
  listener: (accounts: unknown) => void,
): () => void {
  let isFollowed = true
  const off = wallet.method(feature, 'on')?.('change', (change: unknown) => {
    if (isFollowed && isRecord(change) && change.accounts !== undefined) listener(change.accounts)
  })
  return () => {
    isFollowed = false
    try {
      if (typeof off === 'function') off()
    } catch {
      // The wallet's own: what it does not end is not listened to.
    }
  }
}
