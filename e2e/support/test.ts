import { fileURLToPath } from 'node:url'
import { bundleMockInjectedWallet } from '@latchkey/testing/node'
import { test as base } from '@playwright/test'
import { type Stack, startStack } from '../../scripts/stack/startStack.ts'
import { createHostPage, type HostPage } from './HostPage.ts'

export { expect } from '@playwright/test'

type Fixtures = { host: HostPage; email: string }
type WorkerFixtures = { stack: Stack; walletScript: Awaited<ReturnType<typeof bundleMockInjectedWallet>> }

/** Each worker has a stack; each test a fresh browser context and an address of its own. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's form.
    async ({}, use) => {
      const stack = await startStack({ root: fileURLToPath(new URL('../..', import.meta.url)) })
      await use(stack)
      await stack.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  walletScript: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's form.
    async ({}, use) => use(await bundleMockInjectedWallet()),
    { scope: 'worker' },
  ],
  email: async ({ stack }, use, info) => {
    await use(`visitor-${info.workerIndex}-${Date.now().toString(36)}-${stack.ports.app}@example.com`)
  },
  host: async ({ page, stack }, use) => {
    await use(createHostPage(page, stack))
  },
})
