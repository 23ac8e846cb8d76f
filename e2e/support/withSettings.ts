import { startProjectStack } from './startProjectStack.ts'
import { test as base } from './test.ts'

/** As the other specs, on a stack whose project has settings of its own. */
export const withSettings = (settings: Readonly<Record<string, unknown>>) =>
  base.extend<object, object>({
    stack: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's form.
      async ({}, use) => {
        const stack = await startProjectStack(settings)
        await use(stack)
        await stack.stop()
      },
      { scope: 'worker', timeout: 300_000 },
    ],
  })
