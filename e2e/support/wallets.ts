import { devAccounts } from '@latchkey/testing'
import { type bundleMockInjectedWallet, type MockWalletRemote, mockWalletOn } from '@latchkey/testing/node'
import type { Page } from '@playwright/test'

type WalletScript = Awaited<ReturnType<typeof bundleMockInjectedWallet>>
export type WalletOptions = NonNullable<Parameters<WalletScript>[0]>

/** Puts browser wallets on a page, before its own code runs and after each reload. */
export async function installWallets(
  page: Page,
  script: WalletScript,
  wallets: readonly WalletOptions[],
): Promise<(rdns: string) => MockWalletRemote> {
  for (const wallet of wallets) await page.addInitScript(script(wallet))
  return (rdns) => mockWalletOn(page, rdns)
}

/** Anvil's accounts: anyone knows their keys. */
export const account = (index: number) => {
  const found = devAccounts[index]
  if (!found) throw new Error(`There is no development account ${index}`)
  return found
}
