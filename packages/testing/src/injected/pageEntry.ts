import {
  createMockSolanaWallet,
  type MockSolanaWallet,
  type MockSolanaWalletOptions,
  registerSolanaWallet,
} from '../solanaWallet/createMockSolanaWallet.ts'
import { createMockInjectedWallet } from './createMockInjectedWallet.ts'
import type { MockInjectedWallet, MockInjectedWalletPageOptions } from './MockInjectedWallet.ts'

type Page = typeof globalThis & {
  __latchkeyMockWallets?: Record<string, MockInjectedWallet>
  __latchkeyAddMockWallet?: (options: MockInjectedWalletPageOptions) => void
  __latchkeyMockSolanaWallets?: Record<string, MockSolanaWallet>
  __latchkeyAddMockSolanaWallet?: (options: MockSolanaWalletOptions) => void
}

/** What the script for a page begins with. The wallets that it makes are found by their rdns. */
const page = globalThis as Page
page.__latchkeyMockWallets ??= Object.create(null) as Record<string, MockInjectedWallet>
page.__latchkeyAddMockWallet = (options) => {
  const wallet = createMockInjectedWallet({ remember: true, ...options })
  if (page.__latchkeyMockWallets) page.__latchkeyMockWallets[wallet.info.rdns] = wallet
}

// Those of Solana, by their names.
page.__latchkeyMockSolanaWallets ??= Object.create(null) as Record<string, MockSolanaWallet>
page.__latchkeyAddMockSolanaWallet = async (options) => {
  const made = await createMockSolanaWallet(options)
  if (page.__latchkeyMockSolanaWallets) page.__latchkeyMockSolanaWallets[options.name ?? 'Mock Solana'] = made
  registerSolanaWallet(made.wallet)
}
