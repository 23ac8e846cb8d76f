import type { MockSolanaWallet, MockSolanaWalletOptions } from '../solanaWallet/createMockSolanaWallet.ts'

/** The mock wallets of Solana that a script has put on a page, by name. */
export type SolanaWalletsOnPage = Record<string, MockSolanaWallet>

/**
 * One script for `page.addInitScript`, which registers a mock wallet of Solana before the page's own code runs.
 *
 * @throws Error when the wallet cannot be bundled
 * @example
 * await page.addInitScript(await mockSolanaWalletScript({ name: 'Borealis', rpcUrl: solana.url }))
 */
export async function mockSolanaWalletScript(options: MockSolanaWalletOptions = {}): Promise<string> {
  const { bundlePageEntry } = await import('./bundlePageEntry.ts')
  const install = `globalThis.__latchkeyAddMockSolanaWallet(${JSON.stringify(options)})`
  return `if (window === window.top) {\n${await bundlePageEntry()}\n${install}\n}`
}
