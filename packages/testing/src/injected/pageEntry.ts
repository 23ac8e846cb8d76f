import { createMockInjectedWallet } from './createMockInjectedWallet.ts'
import type { MockInjectedWallet, MockInjectedWalletPageOptions } from './MockInjectedWallet.ts'

type Page = typeof globalThis & {
  __latchkeyMockWallets?: Record<string, MockInjectedWallet>
  __latchkeyAddMockWallet?: (options: MockInjectedWalletPageOptions) => void
}

/** What the script for a page begins with. The wallets that it makes are found by their rdns. */
const page = globalThis as Page
page.__latchkeyMockWallets ??= Object.create(null) as Record<string, MockInjectedWallet>
page.__latchkeyAddMockWallet = (options) => {
  const wallet = createMockInjectedWallet({ remember: true, ...options })
  if (page.__latchkeyMockWallets) page.__latchkeyMockWallets[wallet.info.rdns] = wallet
}
