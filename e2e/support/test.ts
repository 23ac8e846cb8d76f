import { fileURLToPath } from 'node:url'
import { bundleMockInjectedWallet } from '@latchkey/testing/node'
import { test as base } from '@playwright/test'
import { type Stack, startStack } from '../../scripts/stack/startStack.ts'
import { createHostPage, type HostAccount, type HostPage } from './HostPage.ts'

export { expect } from '@playwright/test'

type Fixtures = {
  host: HostPage
  /** Which of the wallet's accounts the host's page begins with. */
  hostAccount: HostAccount
  email: string
}
type WorkerFixtures = {
  /** Specs that change what the test people have (a protected wallet, a deleted account) name a stack of their own. */
  world: string
  stack: Stack
  walletScript: Awaited<ReturnType<typeof bundleMockInjectedWallet>>
}

/** Each worker has a stack; each test a fresh browser context and an address of its own. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  world: ['shared', { option: true, scope: 'worker' }],
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's form.
    async ({}, use) => {
      const stack = await startStack({ root: fileURLToPath(new URL('../..', import.meta.url)) })
      await use(stack)
      await stack.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  walletScript: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's form.
    async ({}, use) => use(await bundleMockInjectedWallet()),
    { scope: 'worker' },
  ],
  email: async ({ stack }, use, info) => {
    await use(`visitor-${info.workerIndex}-${Date.now().toString(36)}-${stack.ports.app}@example.com`)
  },
  hostAccount: ['eoa', { option: true }],
  host: async ({ page, stack, hostAccount }, use) => {
    await use(createHostPage(page, stack, stack.origins.app, hostAccount))
  },
})
