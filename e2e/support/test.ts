import { type LyingServer, startLyingBundler, startPaymasterService } from '@latchkey/local-bundler'
import {
  bundleMockInjectedWallet,
  type Firefox,
  freePort,
  startFirefox,
  startWebkit,
  type Webkit,
} from '@latchkey/testing/node'
import { test as base } from '@playwright/test'
import type { Stack } from '../../scripts/stack/startStack.ts'
import { createHostPage, type HostAccount, type HostPage } from './HostPage.ts'
import { sharedWorld, startWorlds, type World, type Worlds } from './worlds.ts'

export { expect } from '@playwright/test'

type Fixtures = {
  host: HostPage
  /** Which of the wallet's accounts the host's page begins with. */
  hostAccount: HostAccount
  email: string
  /** Specs that change what the test people have (a protected wallet, a deleted account) name a world of their own. */
  world: World
  /** The worker's stack, in the test's world. */
  stack: Stack
}
type WorkerFixtures = {
  worlds: Worlds
  walletScript: Awaited<ReturnType<typeof bundleMockInjectedWallet>>
  /** In front of the stack's bundler; a world whose chain names it hears what a test tells it. */
  lyingBundler: LyingServer
  paymasterService: LyingServer
  firefox: Firefox
  webkit: Webkit
}

/**
 * Each worker has a stack; each test a fresh browser context and an address of its own. Every fixture of a worker stands
 * here, started when it is first asked for: a spec with another set of them would have a worker, and a stack, of its own.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  worlds: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's form.
    async ({}, use) => {
      const worlds = await startWorlds()
      await use(worlds)
      await worlds.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  walletScript: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's form.
    async ({}, use) => use(await bundleMockInjectedWallet()),
    { scope: 'worker' },
  ],
  lyingBundler: [
    async ({ worlds }, use) => {
      const upstream = `http://127.0.0.1:${worlds.stack.ports.bundler}`
      const bundler = await startLyingBundler({ upstream, port: await freePort() })
      await use(bundler)
      await bundler.stop()
    },
    { scope: 'worker' },
  ],
  paymasterService: [
    async ({ worlds }, use) => {
      const chainUrl = `http://127.0.0.1:${worlds.stack.ports.chain}`
      const paymaster = await startPaymasterService({ chainUrl, port: await freePort() })
      await use(paymaster)
      await paymaster.stop()
    },
    { scope: 'worker' },
  ],
  firefox: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's form.
    async ({}, use) => {
      const firefox = await startFirefox()
      await use(firefox)
      await firefox.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  webkit: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's form.
    async ({}, use) => {
      const webkit = await startWebkit()
      await use(webkit)
      await webkit.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  world: [sharedWorld, { option: true }],
  stack: async ({ worlds, world }, use) => use(await worlds.enter(world)),
  email: async ({ stack }, use, info) => {
    await use(`visitor-${info.workerIndex}-${Date.now().toString(36)}-${stack.ports.app}@example.com`)
  },
  hostAccount: ['eoa', { option: true }],
  host: async ({ page, stack, hostAccount }, use) => {
    await use(createHostPage(page, stack, stack.origins.app, hostAccount))
  },
})
