import { type LyingServer, startLyingBundler } from '@latchkey/local-bundler'
import { freePort } from '@latchkey/testing/node'
import { localChain } from '../../scripts/stack/serviceEnv.mjs'
import { freePorts, type Stack } from '../../scripts/stack/startStack.ts'
import { startProjectStack } from './startProjectStack.ts'
import { test as base } from './test.ts'

/** As the other specs, on a stack whose bundler does as the test tells it. */
export const test = base.extend<object, { liar: LyingServer; crookedStack: [Stack, LyingServer] }>({
  crookedStack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's form.
    async ({}, use) => {
      const ports = await freePorts()
      const liar = await startLyingBundler({
        upstream: `http://127.0.0.1:${ports.bundler}`,
        port: await freePort(),
      })
      const chains = [{ ...localChain(ports), bundlerUrls: [liar.url] }]
      const stack = await startProjectStack({}, { ports, chains })
      await use([stack, liar])
      await stack.stop()
      await liar.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  stack: [async ({ crookedStack: [stack] }, use) => use(stack), { scope: 'worker' }],
  liar: [async ({ crookedStack: [, liar] }, use) => use(liar), { scope: 'worker' }],
})
