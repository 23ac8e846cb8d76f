import { type LyingServer, startPaymasterService } from '@latchkey/local-bundler'
import { freePort } from '@latchkey/testing/node'
import { freePorts, type Stack } from '../../scripts/stack/startStack.ts'
import { startProjectStack } from './startProjectStack.ts'
import { test as base } from './test.ts'

/** As the other specs, on a stack whose project has a paymaster service that does as the test tells it. */
export const test = base.extend<object, { paymaster: LyingServer; paidStack: [Stack, LyingServer] }>({
  paidStack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's form.
    async ({}, use) => {
      const ports = await freePorts()
      const paymaster = await startPaymasterService({
        chainUrl: `http://127.0.0.1:${ports.chain}`,
        port: await freePort(),
      })
      // Nobody else pays.
      const settings = { paymasters: [paymaster.url], sponsorship: { weiPerDay: '0' } }
      const stack = await startProjectStack(settings, { ports })
      await use([stack, paymaster])
      await stack.stop()
      await paymaster.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  stack: [async ({ paidStack: [stack] }, use) => use(stack), { scope: 'worker' }],
  paymaster: [async ({ paidStack: [, paymaster] }, use) => use(paymaster), { scope: 'worker' }],
})
